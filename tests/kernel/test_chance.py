"""Chance: fair, the same everywhere, sealed where it must be."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from maitred.kernel.chance import Paired, Sealed, Stream, commitment, unpack_chance
from maitred.kernel.errors import BadPosition, BadSetup
from maitred.kernel.record import chance_from

KEY = bytes(range(32))


def words(stream: Stream, count: int) -> list[int]:
    return [stream.word() for _ in range(count)]


def test_a_stream_is_the_same_on_every_build() -> None:
    assert words(Stream(7), 4) == [4196707356, 3891143111, 2994695642, 1852364411]
    assert words(Stream(2**63 - 1, branch=3), 2) == [3909142350, 3894378387]


def test_seeds_and_branches_are_streams_of_their_own() -> None:
    starts = {tuple(words(Stream(seed, branch), 2)) for seed in range(50) for branch in range(50)}
    assert len(starts) == 2500


@pytest.mark.parametrize("seed", [-1, 2**63, 10**30])
def test_a_seed_outside_its_bounds_is_refused(seed: int) -> None:
    with pytest.raises(BadSetup, match="seed"):
        Stream(seed)


def test_below_is_even_over_all_its_numbers() -> None:
    stream = Stream(1)
    counts = Counter(stream.below(20) for _ in range(40_000))
    assert set(counts) == set(range(20))
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 43.8, "chi-square, 19 degrees, 0.1 %"


class Scripted(Stream):
    """A stream that gives the words it is told, to look at single draws."""

    def __init__(self, told: list[int]) -> None:
        self.told: list[int] = []
        super().__init__(0)
        self.told = told

    def word(self) -> int:
        return self.told.pop(0) if self.told else 0xFFFFFFFF


def test_below_rejects_the_words_that_would_favour_some_numbers() -> None:
    # 2^32 = 3 * 1431655765 + 1: one word too many for three equal parts, and it is the first.
    assert Scripted([0, 0xFFFFFFFF]).below(3) == 2
    assert Scripted([1]).below(3) == 0
    assert Scripted([1431655766]).below(3) == 1


def test_a_choice_is_the_item_that_one_draw_names() -> None:
    assert [Scripted([word]).choice(["a", "b", "c"]) for word in (1, 1431655766, 0xFFFFFFFF)] == ["a", "b", "c"]
    stream, twin = Stream(5), Stream(5)
    assert [stream.choice([7, 8, 9]) for _ in range(50)] == [7 + twin.below(3) for _ in range(50)]


def test_shuffle_gives_every_order_equally_often() -> None:
    stream = Stream(2)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        cards = [0, 1, 2, 3]
        stream.shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 49.8, "chi-square, 23 degrees, 0.1 %"


def test_a_clone_goes_its_own_way_from_the_same_place() -> None:
    for stream in (Stream(3), Sealed(KEY, [])):
        words(stream, 5)
        twin = stream.clone()
        expected = words(stream.clone(), 20)
        assert words(twin, 20) == expected
        assert words(stream, 20) == expected


def test_a_fork_differs_from_its_stream_and_moves_it_on() -> None:
    stream, twin = Stream(3), Stream(3)
    fork = stream.fork()
    assert words(fork, 4) != words(twin, 4)
    assert stream.pack() != Stream(3).pack()
    assert Stream(3).fork().pack() == Stream(3).fork().pack()


@pytest.mark.parametrize("stream", [Stream(9), Sealed(KEY, [b"a"])])
@pytest.mark.parametrize("taken", [0, 1, 7, 8, 9, 40])
def test_pack_and_unpack_keep_the_place(stream: Stream, taken: int) -> None:
    here = stream.clone()
    words(here, taken)
    assert words(unpack_chance(here.pack()), 20) == words(here, 20)


BAD_PACKS = [[], [0, 1, 2, 3], [0, 1, 2, 3, 2**32], [1, 0], [1, -1, *KEY], [1, 0, *KEY[1:], 256], [2] * 5]


@pytest.mark.parametrize("ints", BAD_PACKS)
def test_an_unreadable_stream_is_refused(ints: list[int]) -> None:
    with pytest.raises(BadPosition, match="chance"):
        unpack_chance(ints)


def test_sealed_is_hmac_of_a_counter_under_a_key_mixed_with_the_nonces() -> None:
    mixed = hmac.digest(KEY, b"maitred deal" + b"\x00\x02hi\x00\x00", "sha256")
    first = hmac.digest(mixed, bytes(8), "sha256")
    second = hmac.digest(mixed, bytes(7) + b"\x01", "sha256")
    blocks = first + second
    expected = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, 64, 4)]
    assert words(Sealed(KEY, [b"hi", b""]), 16) == expected


def test_every_nonce_and_the_bounds_between_them_matter() -> None:
    dealt: list[list[bytes]] = [[], [b""], [b"ab"], [b"a", b"b"], [b"b", b"a"], [b"", b"ab"]]
    assert len({tuple(words(Sealed(KEY, nonces), 2)) for nonces in dealt}) == len(dealt)


def test_bad_keys_and_nonces_are_refused() -> None:
    with pytest.raises(BadSetup, match="32 bytes"):
        Sealed(b"short", [])
    with pytest.raises(BadSetup, match="64 bytes"):
        Sealed(KEY, [bytes(65)])


def test_the_commitment_is_sha_256_of_the_key() -> None:
    assert commitment(KEY) == hashlib.sha256(KEY).hexdigest()


def test_a_paired_shuffle_gives_every_order_equally_often() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in range(6000):
        cards = [4, 7, 9]
        Paired(seed).shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations([4, 7, 9]))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5, "chi-square, 5 degrees, 0.1 %"


def test_one_card_more_leaves_the_order_of_all_others_and_the_dice() -> None:
    plain, more = Paired(3), Paired(3)
    cards, with_one_more = [*range(40)], [99, *reversed(range(40))]
    plain.shuffle(cards)
    more.shuffle(with_one_more)
    with_one_more.remove(99)
    assert with_one_more == cards
    assert words(plain, 5) == words(more, 5)


def test_copies_of_a_card_are_shuffled_each_for_itself_and_every_shuffle_is_another() -> None:
    stream = Paired(8)
    first, second = [1, 1, 1, 2, 2, 2], [1, 1, 1, 2, 2, 2]
    orders = set()
    for _ in range(30):
        stream.shuffle(first)
        orders.add(tuple(first))
        assert sorted(first) == second
    assert len(orders) > 10


def test_a_paired_stream_is_copied_packed_and_told_in_a_record() -> None:
    stream = Paired(2**63 - 1)
    stream.shuffle([1, 2, 3])
    stream.word()
    for twin in (stream.clone(), unpack_chance(stream.pack())):
        one, other = [*range(9)], [*range(9)]
        twin.shuffle(one)
        stream.clone().shuffle(other)
        assert one == other
        assert words(twin, 3) == words(stream.clone(), 3)
    assert chance_from({"kind": "paired", "seed": 5}).pack() == Paired(5).pack()


def test_a_paired_shuffle_is_the_same_on_every_build() -> None:
    """Keys with their highest bit set sort last also where a word is a signed number of 64 bits."""
    cards = [*range(12)]
    Paired(20).shuffle(cards)
    assert cards == [8, 7, 10, 5, 3, 6, 11, 1, 0, 9, 2, 4]
