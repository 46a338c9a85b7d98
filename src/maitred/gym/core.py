"""Games for programs that learn, one or thousands: who is asked, what they are shown, and what came of it.

Everything that is done once a step is here, compiled with the rules; `batch`, `zoo` and `learner` give it the shape of
NumPy, PettingZoo and Gymnasium. A seat is played by whoever calls, or by a bot. In real time each seat has a reaction
time on a virtual clock, and waiting is one more action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from maitred.bots.clock import WAIT, Clock
from maitred.bots.levels import USUAL_PACE, Bot
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.observation import BYTES, Observer, no_words
from maitred.kernel.state import GAME_OF, NOBODY, Cards, State

PLACE: Final = "place"
WIN: Final = "win"
SCORE: Final = "score"
REWARDS: Final = (PLACE, WIN, SCORE)


@final
class Setting:
    """What is played: a game, its players, options and deck, all checked, and what a result is worth."""

    def __init__(self, game: Game, players: int, options: Mapping[str, str], cards: Cards, reward: str) -> None:
        if reward not in REWARDS:
            raise BadSetup(f"A reward is one of {', '.join(REWARDS)}, not {reward!r}.")
        self.game: Game = game
        self.players: int = players
        self.options: dict[str, str] = dict(options)
        self.cards: Cards = cards
        self.reward: str = reward
        first = self.deal(Stream(0))
        GAME_OF.setdefault(type(first), game)
        self.real_time: bool = first.may_wait(0)
        self.wait: int = game.n_actions
        """The action of waiting, in real time only."""
        self.n_actions: int = game.n_actions + (1 if self.real_time else 0)

    def deal(self, chance: Stream) -> State:
        """A new game."""
        return self.game.deal(self.players, chance, self.options, self.cards)

    def observer(self) -> Observer:
        """What writes observations of one game."""
        return self.game.observer(self.players, self.cards)

    def results(self, state: State) -> list[float]:
        """What a finished game is worth to each seat."""
        players = self.players
        worth = [0.0] * players
        if self.reward == SCORE:
            scores = state.scores()
            total = sum(scores)
            return [scores[seat] - (total - scores[seat]) / (players - 1) for seat in range(players)]
        ahead = 0
        for group in state.ranking():
            if self.reward == WIN:
                shared = 1.0 / len(group) if ahead == 0 else 0.0
            else:  # from 1 for the first to -1 for the last, and what they would have together for those who tie
                shared = 1.0 - (2.0 * ahead + len(group) - 1) / (players - 1)
            for seat in group:
                worth[seat] = shared
            ahead += len(group)
        return worth

    def loss(self, loser: int) -> list[float]:
        """What a game is worth to each seat that one has lost by an illegal action: the others share the win."""
        others = self.players - 1
        if self.reward == WIN:
            return [0.0 if seat == loser else 1.0 / others for seat in range(self.players)]
        return [-1.0 if seat == loser else 1.0 / others for seat in range(self.players)]


@final
class Episode:
    """One game: the seat that is asked and what it may do. Bots play in between."""

    def __init__(self, setting: Setting, chance: Stream) -> None:
        self.setting: Setting = setting
        self.observer: Observer = setting.observer()
        self.observer.told = True
        self.chance: Stream = chance
        self.bots: list[Bot | None] = [None] * setting.players
        self.with_bots: bool = False
        self.chances: list[Stream] = []
        self.state: State = setting.deal(Stream(0))
        self.clock: Clock | None = None
        self.wait: i64 = setting.wait
        self.seat: int = NOBODY
        """Who is asked; NOBODY once the game is over."""
        self.actions: list[int] = []
        """What that seat may do, waiting excepted."""
        self.may_wait: bool = False
        self.marked_from: i64 = 0
        self.marked_to: i64 = 0
        """The words of the mask in which actions are marked."""
        self.decisions: int = 0
        self.one: i64 = 1  # see `Observer.one`

    def deal(self, bots: list[Bot | None]) -> None:
        """Begin a game with these bots, None for seats that are asked."""
        players = self.setting.players
        self.state = self.setting.deal(self.chance.fork())
        self.bots = bots
        self.with_bots = any([bot is not None for bot in bots])
        self.chances = [self.chance.fork() for _ in range(players)]
        self.observer.forget()
        self.clock = None
        if self.setting.real_time:
            paces: list[int] = []
            for bot in bots:
                paces.append(USUAL_PACE if bot is None else bot.pace)
            self.clock = Clock(paces, self.chances)
        self.decisions = 0
        self.go_on()

    def go_on(self) -> None:
        """Let bots play until a seat is to be asked, or the game is over."""
        state = self.state
        clock = self.clock
        while True:
            may_wait = False
            if clock is None:
                seat = state.first_actor()
            else:
                seat = clock.next_seat(state)
                if seat != NOBODY:
                    clock.now = clock.due[seat]
                    may_wait = clock.pressed != seat
            if seat == NOBODY:
                self.seat = NOBODY
                self.actions = []
                self.may_wait = False
                return
            bot = self.bots[seat] if self.with_bots else None
            if bot is None:
                self.seat = seat
                self.actions = state.legal(seat)
                self.may_wait = may_wait
                return
            self.take(seat, self.choice_of(bot, seat, may_wait, self.chances[seat]))

    def choice_of(self, bot: Bot, seat: int, may_wait: bool, chance: Stream) -> int:
        """What a bot does in a seat: an action, or WAIT."""
        if may_wait:
            return bot.decide_or_wait(self.state, seat, chance)
        return bot.decide(self.state, seat, chance)

    def advice_of(self, bot: Bot, chance: Stream) -> int:
        """What a bot would do in the place of whoever is asked."""
        action = self.choice_of(bot, self.seat, self.may_wait, chance)
        return self.setting.wait if action == WAIT else action

    def take(self, seat: int, action: int) -> None:
        """An action of a seat, or WAIT."""
        clock = self.clock
        if clock is not None:
            if action == WAIT:
                clock.waits(seat)
                return
            clock.acted(seat)
        self.apply(seat, action)

    def apply(self, seat: int, action: int) -> None:
        """An action that changes the state, of which the observer is told."""
        self.state.apply(seat, action)
        self.observer.acted(self.state, seat, action)

    def act(self, action: int) -> None:
        """The seat that was asked takes a legal action; then go on to the next question."""
        self.decisions += 1
        self.take(self.seat, WAIT if action == self.wait else action)
        self.go_on()

    def may(self, action: int) -> bool:
        """Whether the seat that is asked may do this."""
        return action in self.actions or (self.may_wait and action == self.setting.wait)

    def write_mask(self, out: vec[i64], at: i64) -> None:
        """Write 1 into the byte of every action that the seat may take, and 0 into the others.

        A table has one mask: what is 0 there need not be written again. Actions are in ascending order.
        """
        for word in range(at + self.marked_from, at + self.marked_to):
            out[word] = 0
        one = self.one
        actions = self.actions
        action: i64 = 0
        if actions:
            action = actions[0]
        place = action >> 3
        self.marked_from = place
        marks: i64 = 0
        for item in actions:
            action = item
            if action >> 3 != place:
                out[at + place] = marks
                marks = 0
                place = action >> 3
            marks |= one << ((action & 7) << 3)
        out[at + place] = marks
        self.marked_to = place + 1
        if self.setting.real_time:
            action = self.wait
            bit = one << ((action & 7) << 3)
            if self.may_wait:
                out[at + (action >> 3)] |= bit
            else:
                out[at + (action >> 3)] &= ~bit


def mask_words(setting: Setting) -> int:
    """How many words a mask has."""
    return -(-setting.n_actions // BYTES)


@final
class Tables:
    """Many games, stepped together. Row `i` of every array is game `i`; a game that has ended is dealt anew at once.

    The players of the roster are moved round the table from game to game if `rotate` says so; rewards are in the order
    of the roster, and `players` says which of them is asked.
    """

    def __init__(self, setting: Setting, roster: list[Bot | None], rotate: bool, chances: list[Stream]) -> None:
        count = len(chances)
        self.setting: Setting = setting
        self.roster: list[Bot | None] = roster
        self.rotate: bool = rotate
        self.episodes: list[Episode] = [Episode(setting, chance) for chance in chances]
        self.words: i64 = self.episodes[0].observer.words
        self.mask_words: i64 = mask_words(setting)
        self.observations: vec[i64] = no_words(count * self.words)
        self.finals: vec[i64] = no_words(count * self.words)
        """The last observation of games that have just ended."""
        self.masks: vec[i64] = no_words(count * self.mask_words)
        self.seats: vec[i64] = no_words(count)
        self.players: vec[i64] = no_words(count)
        self.rewards: vec[float] = vec[float]([0.0] * (count * setting.players))
        self.ends: vec[i64] = no_words(count)
        """1 where a game has just ended, 2 where it ended by an illegal action."""
        self.lengths: vec[i64] = no_words(count)
        """How many decisions the game that has just ended took those who were asked."""
        self.turns: list[int] = list(range(count))
        """How far the roster of the next game of each row moves round the table."""
        self.turned: vec[i64] = no_words(count)
        """How far that of this game has moved."""
        self.nothing: list[int] = []
        """Stands for actions that are no longer needed once they are marked in the mask."""
        self.thinking: Stream = Stream(0)
        """The chance of bots that give advice, which the games have nothing to do with."""
        self.learner: int = NOBODY
        """The player of the roster who is asked, if there is only one."""
        asked = [player for player in range(setting.players) if roster[player] is None]
        if not asked:
            raise BadSetup("At least one seat has to be played by whoever calls.")
        if len(asked) == 1:
            self.learner = asked[0]

    def reset(self) -> None:
        """Deal all games anew."""
        for row in range(len(self.episodes)):
            self.ends[row] = 0
            self.clear(row)
            self.deal(row)
            self.show(row)

    def reseed(self, chances: list[Stream]) -> None:
        """Begin new streams of chance; they count from the next deal on."""
        for row in range(len(self.episodes)):
            self.episodes[row].chance = chances[row]
            self.turns[row] = row

    def advice(self, bot: Bot) -> list[int]:
        """What a bot would do in the place of whoever is asked, in every game."""
        return [episode.advice_of(bot, self.thinking) for episode in self.episodes]

    def deal(self, row: i64) -> None:
        """Begin a new game. One in which bots end the game before anybody is asked is dealt again."""
        episode = self.episodes[row]
        players = self.setting.players
        turn = self.turns[row] % players if self.rotate else 0
        self.turns[row] += 1
        self.turned[row] = turn
        seated: list[Bot | None] = [self.roster[(seat - turn) % players] for seat in range(players)]
        episode.deal(seated)
        while episode.seat == NOBODY:
            episode.deal(seated)

    def clear(self, row: i64) -> None:
        """Nobody has been given anything yet."""
        players: i64 = self.setting.players
        for at in range(row * players, (row + 1) * players):
            self.rewards[at] = 0.0

    def step(self, actions: list[int]) -> None:
        """Every seat that is asked takes its action."""
        ends = self.ends
        for row in range(i64(len(self.episodes))):
            if ends[row] != 0:
                ends[row] = 0
                self.clear(row)
            self.step_row(row, actions[row])

    def step_some(self, rows: list[int], actions: list[int]) -> None:
        """The same in some of the games, as a part of the same step: what has ended in it stays noted."""
        for at in range(len(rows)):
            self.step_row(rows[at], actions[at])

    def step_row(self, row: i64, action: i64) -> None:
        """One game goes on, is observed, and is dealt anew if it is over."""
        episode = self.episodes[row]
        legal = False
        if 0 <= action < self.mask_words * BYTES:
            legal = self.masks[row * self.mask_words + (action >> 3)] >> ((action & 7) << 3) & 1 == 1
        if not legal:
            self.end(row, self.setting.loss(episode.seat), 2, episode.seat)
        else:
            seat = episode.seat
            episode.act(action)
            if episode.seat == NOBODY:
                self.end(row, self.setting.results(episode.state), 1, seat)
        self.show(row)

    def end(self, row: i64, results: list[float], how: i64, seat: int) -> None:
        """A game is over: note what came of it, and deal anew."""
        episode = self.episodes[row]
        players = self.setting.players
        turn = int(self.turned[row])
        self.ends[row] = how
        self.lengths[row] = episode.decisions
        for at in range(players):
            self.rewards[row * players + (at - turn) % players] += results[at]
        if self.learner != NOBODY:
            seat = (self.learner + turn) % players
        episode.observer.write(episode.state, seat, self.finals, row * self.words)
        self.deal(row)

    def show(self, row: i64) -> None:
        """Write what the seat that is asked may know and do."""
        episode = self.episodes[row]
        seat: i64 = episode.seat
        self.seats[row] = seat
        player = seat - self.turned[row]
        self.players[row] = player if player >= 0 else player + self.setting.players
        episode.observer.write(episode.state, seat, self.observations, row * self.words)
        episode.write_mask(self.masks, row * self.mask_words)
        episode.actions = self.nothing  # where they were, those of the next game will be: memory that is near
