"""What others know of cards they cannot see: of a hand, or of a deck made from a discard.

A memory is a list of tokens in the order of time, shared by all who look on. A card that came in before somebody's
eyes is `kind * 32 + viewers`, the seats that know it as bits. A card that left a hand unseen is a negative number that
says how many were held then and who did not see it: from then on each card that those viewers had known may be the one
that left. Tokens say nothing that their viewers could not know, whichever card it was: no memory gives a hand away.
A card that may have gone to another hand is not followed there: it is anywhere that the viewer cannot see.
"""

from __future__ import annotations

from typing import Final

from maitred.kernel.chance import Stream

VIEWERS: Final = 31
HELD: Final = 32
DIRT: Final = 512  # only trash or a radioactive card can have left


def remember(tokens: list[int], kind: int, viewers: int) -> None:
    """These viewers know that a card of this kind has come in."""
    if viewers:
        tokens.append(kind * HELD + viewers)


def slip(tokens: list[int], held: int, viewers: int, dirt: int) -> None:
    """One of the cards held leaves, and these viewers do not see which."""
    if tokens and viewers:
        tokens.append(-1 - viewers - HELD * held - DIRT * dirt)


def forget(tokens: list[int], kind: int, viewers: int) -> None:
    """These viewers see a card of this kind leave. The one they were surest of is gone: what was in doubt, stays so."""
    at = len(tokens) - 1
    while at >= 0 and viewers:
        token = tokens[at]
        if token >= 0 and token >> 5 == kind:
            known = token & viewers
            if known:
                viewers ^= known
                if token & VIEWERS == known:
                    del tokens[at]
                else:
                    tokens[at] = token - known
        at -= 1
    while tokens and tokens[0] < 0:
        del tokens[0]


def least(tokens: list[int], viewer: int, kinds: int, seasoning: int) -> list[int]:
    """How many cards of each kind there are at least, for all that the viewer knows."""
    counts = [0] * kinds
    bit = 1 << viewer
    for token in tokens:
        if token >= 0:
            if token & bit:
                counts[token >> 5] += 1
        elif (-1 - token) & bit:
            for kind in range(seasoning + 1 if -1 - token >= DIRT else 0, kinds):
                if counts[kind] > 0:
                    counts[kind] -= 1
    return counts


def of_viewer(tokens: list[int], viewer: int) -> list[int]:
    """The part of a memory that is one viewer's."""
    bit = 1 << viewer
    part: list[int] = []
    for token in tokens:
        if token >= 0:
            if token & bit:
                part.append(token - (token & VIEWERS) + bit)
        elif part and (-1 - token) & bit:
            left = -1 - token
            part.append(-1 - (left - (left & VIEWERS) + bit))
    return part


def recall(
    tokens: list[int], viewer: int, held: int, certain: list[int], spare: list[int], seasoning: int, chance: Stream
) -> list[int]:
    """Cards that a hand may well hold: all that are certain, and of those that may have left some. They are taken out
    of the spare ones, from which the certain ones have been taken before."""
    bit = 1 << viewer
    here: list[int] = []
    for token in tokens:
        if token >= 0:
            if token & bit:
                here.append(token >> 5)
        elif here and (-1 - token) & bit:
            let_go(here, -1 - token, certain, spare, seasoning, chance)
    hand = [kind for kind in range(len(certain)) for _ in range(certain[kind])]
    doubtful: list[int] = []
    counted = certain[:]
    for kind in here:
        if counted[kind] > 0:
            counted[kind] -= 1
        else:
            doubtful.append(kind)
    chance.shuffle(doubtful)
    for kind in doubtful:
        if len(hand) < held and spare[kind] > 0:
            spare[kind] -= 1
            hand.append(kind)
    return hand


def let_go(here: list[int], left: int, certain: list[int], spare: list[int], seasoning: int, chance: Stream) -> None:
    """Settle which card left: one that cannot be here any more, or any of those held then, the unknown included."""
    dirt = left >= DIRT
    held = (left // HELD) % 16
    able: list[int] = []
    for at in range(len(here)):
        kind = here[at]
        if dirt and kind <= seasoning:
            continue
        if here.count(kind) > certain[kind] + spare[kind]:
            del here[at]
            return
        able.append(at)
    unknown = max(0, held - len(here))
    pick = chance.below(len(able) + unknown) if len(able) + unknown > 0 else 0
    if pick < len(able):
        del here[able[pick]]
