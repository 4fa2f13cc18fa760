"""What is asked of translation between any two formats: what may be lost on the way there and back, and why."""
