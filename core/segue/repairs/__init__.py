"""Repairs: pure functions from prompt to prompt that return the very object they were given when there is nothing to do.

One file a repair, whose docstring is its documentation. Steps that repairs share are in the modules whose names begin with an
underscore; a repair never imports a repair.
"""
