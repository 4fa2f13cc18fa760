"""Who made a thing: a provider and the id it gives its model."""

from __future__ import annotations

from attrs import frozen


@frozen
class Model:
    """A model as its provider names it, such as `Model("anthropic", "claude-sonnet-4-5")`."""

    provider: str
    id: str = ""

    @classmethod
    def of(cls, name: str | Model) -> Model:
        """Read `provider/id` or `provider:id`; a bare name is a provider. Never raises.

        >>> Model.of("openrouter/anthropic/claude-sonnet-4.5")
        Model(provider='openrouter', id='anthropic/claude-sonnet-4.5')
        """
        if isinstance(name, Model):
            return name
        at = min((index for index in (name.find("/"), name.find(":")) if index >= 0), default=len(name))
        return cls(name[:at].strip().lower(), name[at + 1 :].strip())

    def __str__(self) -> str:
        """Write the name as it is read."""
        return f"{self.provider}/{self.id}" if self.id else self.provider
