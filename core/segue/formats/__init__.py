"""Wire formats: one module each, with decode and encode; `registry` has them all."""
