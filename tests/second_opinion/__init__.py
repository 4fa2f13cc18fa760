"""Another library's opinion of how clean histories of Chat Completions are said in other formats.

It is asked by hand:

    python -m venv VENV
    VENV/bin/pip install attrs cattrs returns toolz litellm==1.110.2
    PYTHONPATH=core:. VENV/bin/python -m tests.second_opinion [--record]

Each difference must be explained in `explained.EXPLANATIONS`, and each explanation must explain one; else the exit status is 1. With
`--record` the other library's answers to short histories are written beside this file, where a test compares them without the library.
"""
