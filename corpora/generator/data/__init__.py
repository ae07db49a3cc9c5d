"""Frozen tables of names and places; ``freeze`` makes them and says where they come from."""
