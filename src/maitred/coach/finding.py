"""Finding puzzles: moments of games between hard bots with one clearly best action, which medium bots miss.

Every legal action is compared with the best one in the same worlds, by a large budget. The closest rivals, and what
medium plays, are compared by long searches as well, which must agree; and what searches think is then checked by
playing to the real end, so that nobody is right by luck or by a quirk of the judgement. Two kinds are left out that
would be clear to a search and not to people: where the next best action is explained by the same words, and where it
can be taken first and the best one after it, at no cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from maitred.bots.levels import Bot, bot, play_game
from maitred.coach.judging import LONG, Judged, Tried, judge, likeliest
from maitred.coach.playouts import Outlook, stream_of
from maitred.coach.puzzles import Puzzle, packed_move
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.state import State


class Scene(NamedTuple):
    """A moment of a game between bots."""

    state: State
    seat: int
    action: int
    moves: int


FEWEST_CHOICES: Final = 3
MOST_CHOICES: Final = 24
SCREENING: Final = 24
"""Worlds of a first look …"""
CHECKING: Final = (128, 512, 1_536)
"""… and of each that follows, as long as it looks clear, for those that are not beyond doubt yet."""
GAP: Final = 0.03
"""How much better than every other action the best one must be, beyond doubt."""
DOUBT: Final = 3.3
"""Standard errors that count as beyond doubt: one in two thousand."""
LONG_DOUBT: Final = 2.0
"""How many standard errors better the best must be for a long search, which sees further."""
ENDINGS: Final = 400
"""How many games are played to their end after the best action, and after those that come next …"""
ENDING_DOUBT: Final = 2.0
"""… and how many standard errors better the best must be there."""
MISSES: Final = 12
"""How often medium has to miss it, without finding it once."""
TRIES: Final = 6
"""How often each level tries a puzzle."""
LESS: Final = 8
"""A hard bot with this many times fewer iterations counts as a level of its own."""


def find(game: Game, seed: int, players: int) -> Iterator[Puzzle]:
    """The puzzles in the game of a seed: at most one a seat."""
    state = game.new(players, seed)
    strength = max(16, game.sense.iterations // 4)
    scenes: list[Scene] = []
    moves: list[int] = []
    last = state.clone()

    def told(seat: int, action: int) -> None:
        nonlocal last
        scenes.append(Scene(last, seat, action, len(moves)))
        moves.append(packed_move(seat, action))
        last = state.clone()

    bots: list[Bot] = [bot("hard", game, strength) for _ in range(players)]
    play_game(state, bots, [Stream(seed, 1 + seat) for seat in range(players)], told)
    done: set[int] = set()
    for scene in scenes:
        if scene.seat not in done:
            puzzle = puzzle_in(game, scene, seed, moves[: scene.moves])
            if puzzle is not None:
                done.add(scene.seat)
                yield puzzle


def puzzle_in(game: Game, scene: Scene, seed: int, moves: list[int]) -> Puzzle | None:
    """The puzzle in a moment, if it is one."""
    seat, best = scene.seat, scene.action
    legal = scene.state.legal(seat)
    if not FEWEST_CHOICES <= len(legal) <= MOST_CHOICES:
        return None
    name = ("puzzle", game.id, seed, scene.moves)
    known = scene.state.determinize(seat, stream_of(*name))
    if game.sense.obvious(known, seat, legal) >= 0:
        return None
    medium = bot("medium", game)
    missed = {medium.choose(known, seat, stream_of(*name, "medium", again)) for again in range(MISSES)}
    words = game.sense.reason(known, seat, best)
    if best in missed or any([game.sense.reason(known, seat, action) == words for action in missed]):
        return None
    others = [action for action in legal if action != best]
    found = judge(game, known, seat, best, SCREENING, (*name, "screening"), others)
    if lead(found, 0.0) < GAP:
        return None
    found = judge(game, known, seat, best, CHECKING[0], (*name, 0), others)
    for number, worlds in enumerate(CHECKING[1:], 1):
        close = [other.action for other in found.others if behind(other, DOUBT) < GAP]
        if not close:
            break
        if lead(found, 1.0) < GAP:
            return None
        found = found.merged(judge(game, known, seat, best, worlds, (*name, number), close))
    if lead(found, DOUBT) < GAP:
        return None
    second = max(found.others, key=Tried.difference)
    if game.sense.reason(known, seat, second.action) == words:
        return None
    rivals = sorted({*likeliest(found.others), *missed})
    if lead(judge(game, known, seat, best, LONG, (*name, "long"), rivals, long=True), LONG_DOUBT) < GAP:
        return None
    for rival in {second.action, *missed}:
        paths = [[rival], [rival, best]] if can_follow(game, known, seat, rival, best) else [[rival]]
        for path in paths:
            if ahead_at_the_end(game, known, seat, best, path, (*name, "end", *path)) < ENDING_DOUBT:
                return None
    by_action = {other.action: other for other in found.others}
    tempting = max(missed, key=lambda action: by_action[action].chance())
    return Puzzle(
        seed=seed,
        players=scene.state.players,
        seat=seat,
        moves=moves,
        best=best,
        chance=round(found.played.chance(), 3),
        second=second.action,
        gap=round(-second.difference(), 3),
        sure=round(lead(found, DOUBT), 3),
        medium=tempting,
        cost=round(-by_action[tempting].difference(), 3),
        solved=solved(game, known, seat, best, name),
    )


def lead(found: Judged, doubt: float) -> float:
    """How much better than all others the best action is, less so many standard errors."""
    return min([behind(other, doubt) for other in found.others])


def behind(other: Tried, doubt: float) -> float:
    """How much worse than the best an action is, less so many standard errors."""
    return -other.difference() - doubt * other.error()


def can_follow(game: Game, known: State, seat: int, first: int, then: int) -> bool:
    """Whether a seat can take one action right after another, if nobody else can act between them."""
    after = known.clone()
    if after.actors() != [seat]:
        return False
    after.apply(seat, first)
    return reach(game, after, seat, then)


def reach(game: Game, state: State, seat: int, action: int) -> bool:
    """Take the steps of a seat that need no thought, until an action can be taken; whether it can."""
    while state.actors() == [seat]:
        legal = state.legal(seat)
        if action in legal:
            return True
        step = legal[0] if len(legal) == 1 else game.sense.obvious(state, seat, legal)
        if step < 0:
            return False
        state.apply(seat, step)
    return False


def ahead_at_the_end(
    game: Game, known: State, seat: int, best: int, path: Sequence[int], name: tuple[object, ...]
) -> float:
    """By how many standard errors the best action wins more games than a path of others, all played to the real end."""
    total = squares = 0.0
    worlds = stream_of(*name, "worlds")
    sense = game.sense.for_search(known)
    for number in range(ENDINGS):
        world = sense.sample_world(known, seat, worlds)
        first, other = (played_out(game, world, seat, each, (*name, number)) for each in ([best], path))
        total += first - other
        squares += (first - other) ** 2
    mean = total / ENDINGS
    error = sqrt(max(1e-9, squares / ENDINGS - mean * mean) / ENDINGS)
    return mean / error


def played_out(game: Game, world: State, seat: int, path: Sequence[int], name: tuple[object, ...]) -> float:
    """What a seat wins of the first place by some actions, in a world that is played to its end."""
    after = world.clone()
    others = [actor for actor in after.actors() if actor != seat]
    chosen = []
    if others and not after.may_wait(seat):  # they choose at the same time, knowing nothing of this
        medium = bot("medium", game)
        chosen = [(other, medium.choose(after, other, stream_of(*name, other))) for other in others]
    after.apply(seat, path[0])
    for other, choice in chosen:
        after.apply(other, choice)
    for action in path[1:]:
        if reach(game, after, seat, action):
            after.apply(seat, action)
    if not after.actors():
        winners = after.ranking()[0]
        return 1 / len(winners) if seat in winners else 0.0
    return Outlook(game, after, seat, stream_of(*name), to_the_end=True).chances(after)[seat]


def solved(game: Game, known: State, seat: int, best: int, name: tuple[object, ...]) -> dict[str, float]:
    """How often each level finds the best action."""
    strength = game.sense.iterations
    levels: dict[str, Bot] = {
        "easy": bot("easy", game),
        "medium": bot("medium", game),
        "hard in haste": bot("hard", game, max(8, strength // LESS)),
        "hard": bot("hard", game, strength),
    }
    told: dict[str, float] = {}
    for level, player in levels.items():
        right = [player.choose(known, seat, stream_of(*name, level, again)) == best for again in range(TRIES)]
        told[level] = round(sum(right) / TRIES, 3)
    return told
