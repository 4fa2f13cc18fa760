"""Outside judges: would the provider itself accept this payload?"""
