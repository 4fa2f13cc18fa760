"""Images that weigh too much, or are too wide or too high, alone or beside many others.

What it does
    Puts a stand-in in the place of each image that is too large alone, with its type and its size. Where there are many images and
    smaller ones are demanded then, it goes on with the oldest that are too large for that, until there are no longer many, or none
    of these is left.
Why
    Screenshots gather in a history until one more makes all of them too large; the same image was fine alone.
Keeps
    The newest images; the results that held one; images of which no size is told.
Example
    >>> from segue.parts import FilePart
    >>> from segue.profiles.demands import ImageLimits
    >>> from segue.prompts import prompt, user
    >>> wide = FilePart("image/png", "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAYAAAA=")
    >>> after = stand_in_for_large_images(prompt(user(wide, wide)), ImageLimits(weight=100, side=40, many=1, side_of_many=15))
    >>> [getattr(part, "text", part.__class__.__name__) for part in after.messages[0].content]
    ['[file omitted: image/png, 10 x 20 pixels]', 'FilePart']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from segue import placeholders
from segue.parts import FilePart, Part, TextPart, ToolResultPart
from segue.profiles.demands import ImageLimits
from segue.profiles.image_sizes import image_size
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part_and_output


def stand_in_for_large_images(prompt: Prompt, limits: ImageLimits) -> Prompt:
    """Put stand-ins for images that are too large."""
    verdicts = iter(_verdicts(list(_images(prompt)), limits))

    def replaced(part: Part) -> Iterable[Part]:
        if not _is_image(part):
            return (part,)
        size = next(verdicts)
        return (TextPart(placeholders.file_omitted(part.media_type, size)),) if size else (part,)  # type: ignore[union-attr]

    return each_part_and_output(prompt, replaced)


def _is_image(part: object) -> bool:
    return isinstance(part, FilePart) and part.media_type.startswith("image/")


def _images(prompt: Prompt) -> Iterator[FilePart]:
    for message in prompt.messages:
        for part in message.content:
            inner: Iterable[object] = part.output if isinstance(part, ToolResultPart) else (part,)
            yield from (piece for piece in inner if isinstance(piece, FilePart) and _is_image(piece))


def _verdicts(images: list[FilePart], limits: ImageLimits) -> list[str]:
    """Return for each image its size if it must go, else ""."""
    gone = [_too_heavy(image, limits) or _too_large(image, limits.side) for image in images]
    left = len(images) - sum(map(bool, gone))
    for index, image in enumerate(images):
        if left > limits.many and not gone[index] and (size := _too_large(image, limits.side_of_many)):
            gone[index] = size
            left -= 1
    return gone


def _too_heavy(image: FilePart, limits: ImageLimits) -> str:
    heavy = image.encoding == "base64" and len(image.data) > limits.weight
    return f"{len(image.data) * 3 // 4} bytes" if heavy else ""


def _too_large(image: FilePart, side: int) -> str:
    size = image_size(image.data) if image.encoding == "base64" else None
    return f"{size[0]} x {size[1]} pixels" if size and max(size) > side else ""
