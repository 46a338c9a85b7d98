"""Our games as games of OpenSpiel: `pyspiel.load_game("maitred_delectable(players=3)")` after importing this module.

Every die and every draw of a shuffle is a chance node of its own with its true probabilities, and a state holds nothing
of the chance to come. What is dealt but hidden is dealt anew by `resample_from_infostate`. Seats that choose together
are asked one after another, without seeing what the others chose; in real time they are asked in turn, and waiting is
one more action.
"""

from __future__ import annotations

import hashlib
import sys
from importlib.util import find_spec
from typing import Any, Final

if find_spec("pyspiel") is None:
    raise ModuleNotFoundError("maitred.gym.openspiel needs OpenSpiel: pip install 'maitred[openspiel]'", name="pyspiel")

import numpy as np
import pyspiel

import maitred
from maitred.gym.core import PLACE, Setting
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.observation import BYTES, MOST, observed
from maitred.kernel.state import State
from maitred.kernel.words import by_seat

PREFIX: Final = "maitred_"
LONGEST_GAME: Final = 20_000
MOST_OUTCOMES: Final = 512
"""More than any deck has cards."""
RECENT: Final = 16
"""How many of a seat's own last actions are in its information state tensor."""
FACES_OF_CHANCE: Final = 1 << 62
"""Resampling draws a seed below this."""


class ChanceNeeded(Exception):
    """A die or a draw that nobody has decided yet."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(f"a chance of {outcomes} outcomes")
        self.outcomes = outcomes


class Script(Stream):
    """A stream that says what it is told to, and stops whoever wants more."""

    def __init__(self, outcomes: list[int]) -> None:
        self.a = self.b = self.c = self.d = 0
        self.outcomes = outcomes
        self.taken = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self.taken == len(self.outcomes):
            raise ChanceNeeded(n)
        self.taken += 1
        return self.outcomes[self.taken - 1]

    def word(self) -> Any:
        raise AssertionError("rules draw numbers below a limit only")

    def clone(self) -> Stream:
        twin = Script(self.outcomes)
        twin.taken = self.taken
        return twin


NO_CHANCE: Final = 0
"""The seed of the stream that a state has while no chance is being resolved; nothing is drawn from it."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, with its players, options and deck."""

    own: Game
    """Our game, set by each class that is registered."""
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        players = self.own.players_for(given.get("players"))
        options = self.own.options_for(options_of(given.get("options", "")), players)
        cards = self.own.read_cards(given.get("cards") or None)
        self.setting = Setting(self.own, players, options, cards, PLACE)
        self.observer = self.setting.observer()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.n_actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(self.game_type, info, given)

    def new_initial_state(self) -> SpielState:
        """A state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """What writes observations of a state: all that one seat may know. There are no others (None)."""
        if params:
            raise BadSetup(f"Observations take no parameters, not {params}.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return SpielObserver(self, kind.perfect_recall) if single and kind.public_info else None

    def observed(self, state: State, seat: int) -> bytes:
        """What a seat may know, as bytes."""
        self.observer.forget()
        return observed(self.observer, state, seat)


def options_of(text: str) -> dict[str, object]:
    """The options of a parameter such as `name=value;name=value`."""
    options: dict[str, object] = {}
    for pair in filter(None, text.split(";")):
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadSetup(f"Options are written NAME=VALUE;NAME=VALUE, not {text!r}.")
        options[name] = value
    return options


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or a chance that is being resolved on the way to the next one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        players = game.setting.players
        self.known: State | None = None
        """The position; None until all cards are dealt."""
        self.pending: tuple[int, int] | None = None
        """The seat and action whose chances are being resolved."""
        self.drawn: list[int] = []
        """What chance has decided of it so far."""
        self.outcomes = 0
        """How many outcomes the current chance has; 0 if it is a seat's turn or the game is over."""
        self.seat: int = pyspiel.PlayerId.TERMINAL
        self.last = -1
        self.waited: list[int] = []
        """In real time: the seats that wait for somebody else to act."""
        self.must_act = False
        self.chains = [b""] * players
        """For each seat a digest of all that it saw when it was asked, and of what it did."""
        self.recent: list[list[int]] = [[] for _ in range(players)]
        self.resolve(game.setting)

    @property
    def setting(self) -> Setting:
        """What is played."""
        found: SpielGame = self.get_game()
        return found.setting

    # What OpenSpiel asks

    def current_player(self) -> int:
        """Whose turn it is: a seat's, chance's, or nobody's any more."""
        return int(pyspiel.PlayerId.CHANCE) if self.outcomes else self.seat

    def _legal_actions(self, player: int) -> list[int]:
        """What the seat may do, ascending."""
        if self.known is None or player != self.seat:
            return []
        found = list(self.known.legal(player))
        may_wait = self.setting.real_time and not self.must_act and len(self.known.actors()) > 1
        return [*found, self.setting.wait] if may_wait else found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the current chance, all equally likely."""
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def _apply_action(self, action: int) -> None:
        """Take an action, or let chance decide."""
        setting = self.setting
        if self.outcomes:
            self.drawn.append(action)
            self.resolve(setting)
            return
        seat = self.seat
        self.remember(seat, action)
        if action == setting.wait and setting.real_time:
            self.waited.append(seat)
            self.last = seat
            self.ask_next()
            return
        self.pending = (seat, action)
        self.resolve(setting)

    def _action_to_string(self, player: int, action: int) -> str:
        """An action in words."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"Outcome {action}"
        setting = self.setting
        if action == setting.wait and setting.real_time:
            return "Wait"
        assert self.known is not None
        label = by_seat(setting.game.describe(self.known, player, action)["label"])
        return f"{label} (#{action})"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.outcomes and self.seat == pyspiel.PlayerId.TERMINAL

    def returns(self) -> list[float]:
        """From 1 for the first to -1 for the last; ties share. 0 until the game is over."""
        if not self.is_terminal() or self.known is None:
            return [0.0] * self.setting.players
        return self.setting.results(self.known)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """The same position as far as the seat can know, with everything else dealt anew."""
        twin: SpielState = self.clone()
        if twin.known is not None:
            seed = int(probability_sampler() * FACES_OF_CHANCE)
            twin.known = twin.known.determinize(player_id, Stream(seed))
            twin.known.chance = Stream(NO_CHANCE)
        return twin

    def __str__(self) -> str:
        """The whole position in words."""
        if self.known is None:
            return f"Dealing: chance has decided {self.drawn}."
        pending = f"\nOf {self.pending} chance has decided {self.drawn}." if self.pending else ""
        return f"{self.known}{pending}\nWaiting: {self.waited}"

    # Internals

    def resolve(self, setting: Setting) -> None:
        """Deal, or carry the action out, as far as chance has decided."""
        script = Script(self.drawn)
        try:
            if self.known is None:
                later = setting.deal(script)
            else:
                assert self.pending is not None
                later = self.known.clone()
                later.chance = script
                later.apply(*self.pending)
        except ChanceNeeded as needed:
            self.outcomes = needed.outcomes
            return
        later.chance = Stream(NO_CHANCE)
        self.last = -1 if self.pending is None else self.pending[0]
        self.known, self.pending, self.drawn, self.outcomes = later, None, [], 0
        self.waited, self.must_act = [], False
        self.ask_next()

    def ask_next(self) -> None:
        """Say whose turn it is: the first of those who may act; in real time clockwise, without those who wait."""
        assert self.known is not None
        actors = self.known.actors()
        if not actors:
            self.seat = int(pyspiel.PlayerId.TERMINAL)
            return
        if not self.setting.real_time:
            self.seat = actors[0]
            return
        free = [seat for seat in actors if seat not in self.waited]
        if not free:
            self.must_act = True
            free = [seat for seat in self.waited if seat in actors][:1]
        self.seat = min(free, key=lambda seat: (seat - self.last - 1) % self.setting.players)

    def remember(self, seat: int, action: int) -> None:
        """Add to what a seat has seen and done."""
        assert self.known is not None
        game: SpielGame = self.get_game()
        seen = game.observed(self.known, seat)
        self.chains[seat] = hashlib.sha256(self.chains[seat] + seen + action.to_bytes(4, "big")).digest()
        self.recent[seat] = [*self.recent[seat], action][-RECENT:]


class SpielObserver:
    """Observations: what a seat may know now, and for information states also what it did before."""

    def __init__(self, game: SpielGame, recall: bool) -> None:
        self.game = game
        self.recall = recall
        size = game.observer.words * BYTES
        self.tensor: Any = np.zeros(size + (RECENT if self.recall else 0), np.float32)
        self.dict: dict[str, Any] = {"observation": self.tensor[:size]}
        if self.recall:
            self.dict["recent_actions"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor: bytes as numbers from 0 to 1, then the seat's last actions, the newest first."""
        self.tensor.fill(0)
        if state.known is not None:
            seen = np.frombuffer(self.game.observed(state.known, player), np.uint8)
            self.dict["observation"][:] = seen.astype(np.float32) / MOST
        if self.recall:
            for at, action in enumerate(reversed(state.recent[player])):
                self.dict["recent_actions"][at] = (action + 1) / self.game.setting.n_actions

    def string_from(self, state: SpielState, player: int) -> str:
        """A text that is equal for positions that the seat cannot tell apart, and for no others."""
        seen = b"" if state.known is None else self.game.observed(state.known, player)
        told = f"{player} {'asked' if state.current_player() == player else 'waits'} {hashlib.sha256(seen).hexdigest()}"
        return f"{told} {state.chains[player].hex()}" if self.recall else told


def type_of(game: Game) -> Any:
    """What OpenSpiel is told about a game."""
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.id}",
        long_name=f"maitred: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": game.min_players, "options": "", "cards": ""},
    )


def register_all() -> None:
    """Make every game known to OpenSpiel, under `maitred_` and its id."""
    for game in maitred.all_games():
        kind = type_of(game)
        name = f"Spiel{game.id.title().replace('_', '')}"
        # A class of its own for each game, in this module, where pickle finds it.
        made = type(name, (SpielGame,), {"own": game, "game_type": kind, "__module__": __name__})
        setattr(sys.modules[__name__], name, made)
        pyspiel.register_game(kind, made)


register_all()
