"""The house's own key, with which it signs transcripts and records, so that two contradictory ones convict it."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from maitred.kernel.errors import BadSetup
from maitred.kernel.record import canonical
from maitred.server.http_messages import HouseKey
from maitred.table.promise import Signature

FILE = "house-key.json"
TRANSCRIPT = b"maitred/2 transcript\0"
RECORD = b"maitred/2 record\0"


class SecretKey(Struct):
    """A key as it is stored in the data folder."""

    secret: str
    public: str
    since: str
    until: str | None = None


def today() -> str:
    """The day, as 2026-11-17."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def new_key() -> SecretKey:
    """A key made now."""
    secret = Ed25519PrivateKey.generate()
    return SecretKey(secret.private_bytes_raw().hex(), secret.public_key().public_bytes_raw().hex(), today())


class Signer:
    """Signs for a house. Old keys are kept, so that their public keys can still be shown."""

    def __init__(self, keys: list[SecretKey] | None = None) -> None:
        """`keys`: newest first; without any, a key that lasts as long as the process."""
        self.kept = keys or [new_key()]
        self.private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.kept[0].secret))

    @property
    def public(self) -> str:
        """The current public key, in hexadecimal digits."""
        return self.kept[0].public

    def keys(self) -> list[HouseKey]:
        """The public keys, the newest first."""
        return [HouseKey(each.public, each.since, each.until) for each in self.kept]

    def sign_transcript(self, fingerprint: str) -> Signature:
        """Sign the transcript of a deal by its fingerprint."""
        return Signature(self.public, self.private.sign(TRANSCRIPT + bytes.fromhex(fingerprint)).hex())

    def sign_record(self, told: dict[str, Any]) -> str:
        """Sign a finished record, which has no signature of its own yet."""
        return self.private.sign(RECORD + record_digest(told)).hex()


def record_digest(told: dict[str, Any]) -> bytes:
    """The part of a record that is signed: everything but the signature."""
    proof = {key: value for key, value in told.get("proof", {}).items() if key != "signature"}
    return hashlib.sha256(canonical({**told, "proof": proof})).digest()


def transcript_signed(signature: Signature, fingerprint: str) -> bool:
    """Whether a signature on a transcript's fingerprint is valid."""
    try:
        return checked(signature.key, signature.signature, TRANSCRIPT + bytes.fromhex(fingerprint))
    except ValueError:
        return False


def record_signed(key: str, signature: str, told: dict[str, Any]) -> bool:
    """Whether a signature on a record is valid."""
    return checked(key, signature, RECORD + record_digest(told))


def both_signed(told: dict[str, Any], signature: Signature, fingerprint: str) -> bool:
    """Whether a record and its transcript are both signed with the key that the record names."""
    whole = told["proof"]["signature"]["record"]
    return transcript_signed(signature, fingerprint) and record_signed(signature.key, whole, told)


def checked(key: str, signature: str, message: bytes) -> bool:
    """Whether a signature was made with that key for that message."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (ValueError, InvalidSignature):
        return False
    return True


# In the data folder


def key_file(data: Path) -> Path:
    """Where a house keeps its keys."""
    return data / FILE


def read_keys(data: Path) -> list[SecretKey]:
    """The keys of a house, the newest first; none if it has never been open."""
    file = key_file(data)
    try:
        keys = msgspec.json.decode(file.read_bytes(), type=list[SecretKey])
        Signer(keys)
    except FileNotFoundError:
        return []
    except OSError as problem:
        raise BadSetup(f"{file} cannot be read: {problem.strerror or problem}.") from problem
    except (msgspec.DecodeError, ValueError) as problem:
        raise BadSetup(f"{file} is damaged: put a copy in its place, or move it away for a new key.") from problem
    return keys


def write_keys(data: Path, keys: list[SecretKey]) -> None:
    """Write the keys to a file that only its owner can read, either completely or not at all."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{FILE}.", dir=data)
        with os.fdopen(handle, "wb") as out:
            out.write(msgspec.json.format(msgspec.json.encode(keys), indent=2) + b"\n")
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(key_file(data))
    except OSError as problem:
        raise BadSetup(f"The house's key cannot be written to {data}: {problem.strerror or problem}.") from problem


def open_signer(data: Path) -> Signer:
    """The signer of a house; its key is made when the house first opens."""
    keys = read_keys(data)
    if not keys:
        keys = [new_key()]
        write_keys(data, keys)
    return Signer(keys)


def rotate(data: Path) -> Signer:
    """Make a new key; the old one is still shown, with its last day."""
    keys = read_keys(data)
    for old in keys:
        old.until = old.until or today()
    keys = [new_key(), *keys]
    write_keys(data, keys)
    return Signer(keys)
