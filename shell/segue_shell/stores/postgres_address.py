"""The address of a Postgres database: what may be shown of it, how it is spoken to, what its errors are called here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from segue_shell.stores.protocol import StoreError
from segue_shell.stores.scripts import Again

if TYPE_CHECKING:
    from psycopg import Error

_NEEDED = "Postgres stores need psycopg: pip install 'segue[postgres]'"
_TABLE = re.compile(r"(?<![\"\w])(mastra_(?:threads|messages|resources)|segue_migrations)\b")
_AGAIN = frozenset({"23505", "40001", "40P01"})
"""An id that came in between, a state that is no longer so, two who wait for each other."""
_UNPREPARED = frozenset({"26000", "42P05"})
"""A prepared statement that another session knows, or knows already."""


@frozen
class Address:
    """Where a database is, and how it is spoken to. Nothing that is shown of it tells a password."""

    dsn: str = field(repr=False)
    schema: str
    pooler: bool
    timeout: float
    name: str
    """What errors call it: user, host, port and database."""
    _secret: str = field(repr=False)

    @classmethod
    def of(cls, dsn: str, schema: str, *, pooler: bool, timeout: float) -> Address:
        """Read an address. `ImportError` without psycopg, `ValueError` where the DSN cannot be read, which is then not repeated."""
        if not isinstance(schema, str) or not schema or "\0" in schema:
            raise ValueError(f"the schema of a store is a name, not {schema!r}")
        parts = _parts(dsn)
        name = f"postgresql://{parts.get('user', '')}@{parts.get('host', '')}:{parts.get('port', 5432)}/{parts.get('dbname', '')}"
        return cls(dsn, schema, pooler, timeout, name, str(parts.get("password") or ""))

    @property
    def quoted(self) -> str:
        """The schema as statements have it."""
        return '"' + self.schema.replace('"', '""') + '"'

    @property
    def options(self) -> dict[str, Any]:
        """How connections are opened. A pooler may hand each transaction to another session, so nothing is prepared behind one."""
        return {
            "autocommit": True,
            "prepare_threshold": None if self.pooler else 5,
            "client_encoding": "utf8",
            "connect_timeout": max(1, round(self.timeout)),
            "fallback_application_name": "segue",
        }

    def asked(self, statement: tuple[str, Mapping[str, Any]]) -> tuple[str, Mapping[str, Any] | None, bool]:
        """Return a statement with the schema before its tables, its parameters, and whether it is worth preparing."""
        text, parameters = statement
        schema = self.quoted.replace("%", "%%") if parameters else self.quoted  # psycopg looks for marks only beside parameters
        return _qualified(text, schema), parameters or None, bool(parameters)

    def told(self, error: Error) -> StoreError:
        """Return what Postgres raised as an error of stores."""
        kind = Again if error.sqlstate in _AGAIN else StoreError
        hint = "; behind a pooler of transactions, open the store with pooler=True" if error.sqlstate in _UNPREPARED else ""
        text = error.diag.message_primary or str(error)
        told = kind(f"{self.name}: {text.replace(self._secret, '***') if self._secret else text}{hint}")
        told.__cause__ = error
        return told


def _parts(dsn: str) -> dict[str, Any]:
    try:
        from psycopg import Error  # noqa: PLC0415  # an extra
        from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(_NEEDED) from error
    try:
        return conninfo_to_dict(dsn)
    except (Error, UnicodeError, AttributeError):
        raise ValueError("the address of the database cannot be read; expected postgresql://user@host:port/database") from None


@cache
def _qualified(text: str, schema: str) -> str:
    return _TABLE.sub(lambda found: f"{schema}.{found[0]}", text)
