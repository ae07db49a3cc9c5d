"""The project's own marked notes and the generator that multiplies them."""
