"""One look at a history: which kinds of part and which states are in it. Rules that need none of them are skipped.

Every clean history pays for it. So it makes few calls, decides by class, leaves spellings to a few operations on all ids at once, and
looks into what is rare only where it is met. What it found in a message it remembers there, since an agent's history is looked at again
at each turn, and most of its messages are the same objects as before.
"""

from segue.scan.histories import COMMON_ID, holding, scan, scan_request
from segue.scan.look import COMMON_NAME

__all__ = ["COMMON_ID", "COMMON_NAME", "holding", "scan", "scan_request"]
