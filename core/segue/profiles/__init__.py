"""What each provider and model version demands, as data with sources; one module a family."""
