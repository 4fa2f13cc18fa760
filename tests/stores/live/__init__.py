"""The TypeScript original itself, on the files that are written here; by hand, where Node is."""
