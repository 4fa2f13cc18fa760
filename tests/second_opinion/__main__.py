"""Ask the other library, and tell every difference that nothing explains, and every explanation that explains nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.second_opinion.canonical import lines
from tests.second_opinion.explained import EXPLANATIONS, Difference, Explanation, differences, explained
from tests.second_opinion.histories import TARGETS, histories, is_clean, translated
from tests.second_opinion.litellm import converters

RECORDED = Path(__file__).parent / "recorded.json"
SHORT = 5
"""How many answers of each format are recorded, the shortest; besides, the shortest for each explanation."""


def main(arguments: list[str]) -> int:
    """Compare all clean histories; return 1 where something is unexplained or needless."""
    convert, used, asked = converters(), set[Explanation](), 0
    unexplained: list[tuple[str, Difference]] = []
    recorded: list[tuple[dict[str, Any], set[Explanation]]] = []
    for name, messages in histories():
        for format, target in TARGETS.items():
            if not is_clean(messages, target):
                continue
            answer, asked = convert[format](messages), asked + 1
            found = [(one, explained(one)) for one in differences(lines(translated(messages, target), format), lines(answer, format), format)]
            unexplained += [(name, one) for one, why in found if why is None]
            whys = {why for _, why in found if why is not None}
            recorded.append(({"history": name, "format": format, "messages": messages, "answer": answer}, whys))
            used |= whys
    needless = [one for one in EXPLANATIONS if one not in used]
    for name, one in unexplained:
        print(f"{name}, {one.format}: unexplained\n  {one.ours}\n  {one.theirs}")
    print(*(f"{one.format}: needless: {one.why}" for one in needless), sep="\n", end="\n" if needless else "")
    print(f"{asked} payloads compared, {len(unexplained)} differences unexplained, {len(needless)} explanations needless")
    if "--record" in arguments:
        RECORDED.write_text("[\n" + ",\n".join(chosen(recorded)) + "\n]\n", encoding="utf-8")
    return 1 if unexplained or needless else 0


def chosen(recorded: list[tuple[dict[str, Any], set[Explanation]]]) -> list[str]:
    """Return the shortest answers as JSON: some of each format, and one for each explanation."""
    short = sorted(((json.dumps(answer, default=str), answer["format"], whys) for answer, whys in recorded), key=lambda one: len(one[0]))
    plain = [text for format in TARGETS for text, kind, _ in [one for one in short if one[1] == format][:SHORT]]
    telling = [next(text for text, _, whys in short if why in whys) for why in EXPLANATIONS if any(why in whys for _, _, whys in short)]
    return list(dict.fromkeys([*plain, *telling]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
