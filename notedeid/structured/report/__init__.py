"""Reports of the structured companion."""
