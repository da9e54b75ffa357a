"""A certificate authority for one test run, made with the installed `openssl`."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

OPENSSL = shutil.which("openssl")


@dataclass(frozen=True, slots=True)
class Authority:
    """Signs certificates for fake hosts; `certificate` is the file to trust."""

    folder: Path

    @property
    def certificate(self) -> Path:
        return self.folder / "authority.pem"

    def sign(self, *names: str, days: int = 2) -> ssl.SSLContext:
        """The TLS context of a server with these names; with negative `days` its certificate has expired."""
        stem = self.folder / names[0].replace("*", "any")
        key, request, found = (stem.with_name(stem.name + end) for end in (".key", ".csr", ".pem"))
        extensions = stem.with_name(stem.name + ".ext")
        extensions.write_text(f"subjectAltName={','.join(f'DNS:{name}' for name in names)}\n", encoding="utf-8")
        _run("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=test",
             "-keyout", str(key), "-out", str(request))  # fmt: skip
        _run("x509", "-req", "-in", str(request), "-CA", str(self.certificate), "-CAkey", str(self._key),
             "-set_serial", str(abs(hash(names)) + 1), "-days", str(days), "-extfile", str(extensions),
             "-out", str(found))  # fmt: skip
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(found, key)
        return context

    @property
    def _key(self) -> Path:
        return self.folder / "authority.key"


def found_authority(folder: Path) -> Authority:
    """A new authority with its files in `folder`."""
    authority = Authority(folder)
    _run("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=An authority for tests", "-addext", "keyUsage=critical,keyCertSign",
         "-keyout", str(folder / "authority.key"), "-out", str(authority.certificate))  # fmt: skip
    return authority


def _run(*arguments: str) -> None:
    assert OPENSSL is not None
    subprocess.run([OPENSSL, *arguments], check=True, capture_output=True, timeout=30)
