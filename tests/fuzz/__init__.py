"""What fuzzing decoders needs: payloads to begin with, and ways to damage them. The inputs themselves are in properties/test_fuzz.py."""
