"""Where every die and shuffle comes from: a `Stream` of a seed, or one `Sealed` by a key published after the game.

A third, `Paired`, is for comparing two versions of a game.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from maitred.kernel.errors import BadPosition, BadSetup

WORD: Final = 0xFFFFFFFF
SEED_LIMIT: Final = 1 << 63
STREAM: Final = 0
SEALED: Final = 1
PAIRED: Final = 2
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 64

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True)
class Stream:
    """A seeded stream of numbers (sfc32): cheap to copy, the same on every machine and build."""

    def __init__(self, seed: int, branch: int = 0) -> None:
        """Start the stream of `seed`; each `branch` of a seed is a stream of its own."""
        if seed < 0 or seed >= SEED_LIMIT:
            raise BadSetup("A seed is a whole number from 0 to 2^63 - 1.")
        self.a: i64 = seed & WORD
        self.b: i64 = seed >> 32
        self.c: i64 = branch & WORD
        self.d: i64 = 1
        for _ in range(15):
            self.word()

    def word(self) -> i64:
        """The next 32 bits."""
        b: i64 = self.b
        c: i64 = self.c
        out: i64 = (self.a + b + self.d) & WORD
        self.d = (self.d + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = ((((c << 21) & WORD) | (c >> 11)) + out) & WORD
        return out

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (1 <= n <= 2^29)."""
        times: i64 = n
        product: i64 = self.word() * times
        if product & WORD < times:
            unfair: i64 = (WORD + 1 - times) % times
            while product & WORD < unfair:
                product = self.word() * times
        return product >> 32

    def choice(self, items: list[T]) -> T:
        """One of these items, each equally likely."""
        return items[self.below(len(items))]

    def chance_of(self, numerator: int, denominator: int) -> bool:
        """True with probability numerator / denominator."""
        return self.below(denominator) < numerator

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle in place, every order equally likely."""
        items: list[Any] = cards  # as objects, which are moved as they are
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            item = items[i]
            items[i] = items[j]
            items[j] = item

    def clone(self) -> Stream:
        """The same stream at the same place, going its own way from here."""
        twin = Stream.__new__(Stream)
        self.copy_into(twin)
        return twin

    def copy_into(self, twin: Stream) -> None:
        """Put another stream at the same place."""
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.d = self.d

    def fork(self) -> Stream:
        """A new seeded stream drawn from this one."""
        return Stream((self.word() & 0x7FFFFFFF) << 32 | self.word(), self.word())

    def pack(self) -> list[int]:
        """The stream as ints, for `unpack`."""
        return [STREAM, self.a, self.b, self.c, self.d]


@mypyc_attr(allow_interpreted_subclasses=True)
class Sealed(Stream):
    """A stream over HMAC-SHA256: without the key nobody can predict the next number, with it everybody can check
    all."""

    def __init__(self, key: bytes, nonces: list[bytes]) -> None:
        """Start the stream of a table's 32-byte key and one nonce from each seat."""
        if len(key) != KEY_BYTES:
            raise BadSetup("A sealed key is 32 bytes.")
        self.a = self.b = self.c = self.d = 0
        for nonce in nonces:
            if len(nonce) > NONCE_BYTES:
                raise BadSetup("A nonce is at most 64 bytes.")
        mixed = b"".join(len(nonce).to_bytes(2, "big") + nonce for nonce in nonces)
        self.key: bytes = hmac.new(key, b"maitred deal" + mixed, hashlib.sha256).digest()
        self.taken: int = 0
        self.block: bytes = b""

    def word(self) -> i64:
        """The next 32 bits."""
        at = self.taken % 8
        if at == 0 or not self.block:
            count = (self.taken // 8).to_bytes(8, "big")
            self.block = hmac.digest(self.key, count, "sha256")
        self.taken += 1
        return int.from_bytes(self.block[4 * at : 4 * at + 4], "big")

    def clone(self) -> Stream:
        """The same stream at the same place, going its own way from here."""
        twin = Sealed.__new__(Sealed)
        twin.a = twin.b = twin.c = twin.d = 0
        twin.key = self.key
        twin.taken = self.taken
        twin.block = self.block
        return twin

    def pack(self) -> list[int]:
        """The stream as ints, for `unpack`."""
        return [SEALED, self.taken, *self.key]

    @staticmethod
    def promised(key: bytes, agreed: bytes) -> Sealed:
        """The stream of a table's 32-byte key and the digest of everything that was agreed on and revealed before
        the deal."""
        stream = Sealed(key, [])
        stream.key = hmac.digest(key, agreed, "sha256")
        return stream

    @staticmethod
    def resume(mixed_key: bytes, taken: int) -> Sealed:
        """The stream of an already mixed key after `taken` words."""
        stream = Sealed(bytes(KEY_BYTES), [])
        stream.key = mixed_key
        stream.taken = taken
        return stream


@mypyc_attr(allow_interpreted_subclasses=True)
class Paired(Stream):
    """The same for two games that differ a little: what happens in one of them shifts as little as it can.

    Dice come from a stream of their own. A shuffle sorts cards by a random key that each has by its number, so that
    one card more, or another one, leaves the order of all others as it was.
    """

    def __init__(self, seed: int) -> None:
        """Start the dice and shuffles of `seed`."""
        super().__init__(seed)
        self.seed: int = seed
        self.shuffles: int = 0

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle in place, every order equally likely."""
        self.shuffles += 1
        first = (self.shuffles & 0xFF) << 24
        seen: dict[int, int] = {}
        keyed: list[tuple[int, int, int]] = []
        for card in cards:
            copy = seen.get(card, 0)
            seen[card] = copy + 1
            key = Stream(self.seed, first | (card & 0xFFFF) << 8 | copy & 0xFF)
            # 63 bits: in the compiled build a word is a signed number of 64, and would sort otherwise.
            keyed.append(((key.word() >> 1) << 32 | key.word(), copy, card))
        keyed.sort()
        for at in range(len(cards)):
            cards[at] = keyed[at][2]

    def clone(self) -> Stream:
        """The same stream at the same place, going its own way from here."""
        twin = Paired.__new__(Paired)
        self.copy_into(twin)
        twin.seed = self.seed
        twin.shuffles = self.shuffles
        return twin

    def pack(self) -> list[int]:
        """The stream as ints, for `unpack`."""
        return [PAIRED, self.a, self.b, self.c, self.d, self.seed & WORD, self.seed >> 32, self.shuffles]


def commitment(key: bytes) -> str:
    """The commitment to a key, which a live table publishes before anyone sits down."""
    return hashlib.sha256(key).hexdigest()


def tagged(tag: str, parts: list[bytes]) -> bytes:
    """SHA-256 over a tag and parts, each after its length (four bytes, big-endian), so that no two lists give the
    same bytes."""
    whole = [tag.encode(), *parts]
    return hashlib.sha256(b"".join([len(part).to_bytes(4, "big") + part for part in whole])).digest()


def unpack_chance(ints: list[int]) -> Stream:
    """The stream that `pack` wrote."""
    if len(ints) == 5 and ints[0] == STREAM and all(0 <= word <= WORD for word in ints[1:]):
        stream = Stream(0)
        stream.a, stream.b, stream.c, stream.d = ints[1], ints[2], ints[3], ints[4]
        return stream
    if len(ints) == 2 + KEY_BYTES and ints[0] == SEALED and ints[1] >= 0 and all(0 <= byte < 256 for byte in ints[2:]):
        return Sealed.resume(bytes(ints[2:]), ints[1])
    if len(ints) == 8 and ints[0] == PAIRED and all(0 <= word <= WORD for word in ints[1:]) and ints[6] < 1 << 31:
        paired = Paired(ints[6] << 32 | ints[5])
        paired.a, paired.b, paired.c, paired.d = ints[1], ints[2], ints[3], ints[4]
        paired.shuffles = ints[7]
        return paired
    raise BadPosition("The packed position has no readable stream of chance.")
