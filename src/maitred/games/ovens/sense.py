"""What a good player of Ovens knows: how soon a dish will be done, what it will bring, and what a hand is good for."""

from __future__ import annotations

from typing import Final

from maitred.games.ovens.rules import (
    ACTION,
    ALL,
    BIT,
    CHOOSE,
    CHOOSE_DISH,
    CLEAN,
    DISCARD,
    GIVE_CARD,
    GO_ON,
    HAND_LIMIT,
    KEEP_CARD,
    MAX_KINDS,
    NONE,
    PREPARE,
    PREPARE_MOST,
    PREPARE_WITH,
    RAID,
    READY,
    REPLACE_WITH,
    RETURN,
    ROUNDS,
    SABOTAGE_WITH,
    SPACES,
    STEAL,
    SUPPLY,
    TAKE,
    TAKE_MOST,
    Kind,
    Ovens,
    Seat,
    put,
)
from maitred.kernel.sense import Sense
from maitred.kernel.state import State

# How a turn goes on average
SEEN_A_TURN: Final = 4  # cards: three from the pile, one by an action
SHARE: Final = 0.095  # of the deck, for one ingredient
SEASONING_SHARE: Final = 0.1
SABOTAGE_A_TURN: Final = 1.0  # points lost to others
MOST_NEEDED: Final = 7

FRESH: Final[list[float]] = [0.0, 3.0, 7.0, 11.0, 15.5, 20.0, 24.5]  # a new dish, by the preparations left
LATER: Final[list[float]] = [0.0, 0.2, 0.6, 0.9, 1.0, 1.0, 1.0]  # how much of a stock will be used
IN_OVEN: Final = 0.3  # a right card in the oven rather than in the hand
STOCK: Final = 0.25  # an ingredient in hand for a later dish
STOCK_AGAIN: Final = 0.1
WILD: Final = 1.5
LATER_RADIOACTIVE: Final = 1.0
AMMO: Final = 0.7  # of what it takes from others, for a card to sabotage with
AMMO_AGAIN: Final = 0.7
AVERAGE_CARD: Final = 1.0
DIRTY: Final = 2.0  # a hand too full to clean the oven
LEADER: Final = 0.25
RIVALS: Final = 0.75


def arrivals() -> list[list[float]]:
    """For 0, 1, 2, … cards needed: the chance that the last of them comes with the first, second, … supply."""
    table: list[list[float]] = []
    for needed in range(MOST_NEEDED + 1):
        left = [0.0] * (needed + 1)
        left[needed] = 1.0
        times = [left[0]]
        for _ in range(ROUNDS):
            before = left[0]
            for _ in range(SEEN_A_TURN):
                for still in range(1, needed + 1):
                    comes = left[still] * (SHARE * still + SEASONING_SHARE)
                    left[still] -= comes
                    left[still - 1] += comes
            times.append(left[0] - before)
        table.append(times)
    return table


ARRIVES: Final[list[list[float]]] = arrivals()


class OvensSense(Sense):
    """Judgement for Ovens."""

    def value(self, state: State, seat: int) -> float:
        """A seat's own standing against that of the others, the best of them above all."""
        assert isinstance(state, Ovens)
        total = 0.0
        best = -1e9
        for other in range(state.players):
            if other != seat:
                standing = self.standing(state, other)
                total += standing
                best = max(best, standing)
        return self.standing(state, seat) - LEADER * best - RIVALS * total / (state.players - 1)

    def preparations(self, state: Ovens, seat: Seat) -> int:
        """How often a seat may still prepare its dish."""
        if state.round == 0:
            return ROUNDS
        later = ROUNDS - state.round
        place = (seat - state.first) % state.players
        now = (state.turn - state.first) % state.players
        if place > now or (place == now and state.moment <= PREPARE and state.moment != CHOOSE_DISH):
            return later + 1
        if place == now and state.moment == CHOOSE_DISH and state.prepared < PREPARE_MOST:
            return later + 1
        return later

    def standing(self, state: Ovens, seat: Seat) -> float:
        """Finished dishes, what the one in the oven will bring, and what the hand is good for."""
        table = state.table
        hand = state.hands[seat]
        turns = self.preparations(state, seat)
        supplied = 1 if state.turn == seat and state.round > 0 else 0
        total = float(state.earned(seat))
        rest = hand
        dish = state.dish[seat]
        if dish >= 0:
            rest = []
            missing = table.wants[dish] & ~state.up[seat]
            home = state.home_bit(seat) & ~state.up[seat]
            seasoning = BIT[table.seasoning] & ~state.up[seat]
            gap = 0
            for kind in table.needs[dish]:
                if missing & BIT[kind]:
                    gap += 1
            if not seasoning:
                gap -= 1
            covered = 0
            extra = 0.0
            for kind in hand:
                bit = BIT[kind]
                if bit & missing:
                    missing ^= bit
                    covered += 1
                elif bit & home:
                    home = 0
                    extra = float(table.plus[kind - table.radioactive])
                else:
                    rest.append(kind)
            if seasoning and covered < gap and table.seasoning in rest:
                rest.remove(table.seasoning)
                covered += 1
            covered = min(covered, gap)
            right = state.right_cards(seat)
            finished = table.points[dish] + state.plus(seat) - state.minus(seat) + 0.8 * extra
            unfinished = 2.0 * (right + 0.7 * covered) - state.wrong_cards(seat)
            slots = (gap + PREPARE_MOST - 1) // PREPARE_MOST + max(0, gap + len(state.ovens[seat]) - SPACES)
            likely = 0.0
            times = ARRIVES[gap - covered]
            for supplies in range(ROUNDS + 1):
                at = max(slots, supplies + supplied if supplies > 0 else 1)
                if at > turns:
                    break
                chance = times[supplies]
                likely += chance
                total += chance * (finished - SABOTAGE_A_TURN * (at - 1) + FRESH[turns - at])
            total += (1.0 - likely) * unfinished + IN_OVEN * right
        elif dish == NONE:
            total += FRESH[turns]
        return total + self.stock(state, seat, rest, turns)

    def stock(self, state: Ovens, seat: Seat, rest: list[Kind], turns: int) -> float:
        """What cards in hand are good for beyond the present dish."""
        table = state.table
        later = LATER[turns]
        worth = 0.0
        last = NONE
        ammo = AMMO / (state.players - 1)
        shots = turns
        for at in range(len(rest) - 1, -1, -1):  # the last kinds take the most
            kind = rest[at]
            if kind < table.seasoning:
                worth += (STOCK_AGAIN if kind == last else STOCK) * later
            elif kind == table.seasoning:
                worth += WILD * later
            else:
                if shots > 0:
                    worth += ammo * table.minus[kind]
                    ammo *= AMMO_AGAIN
                    shots -= 1
                if kind >= table.radioactive and kind != last and state.may_choose(seat, kind - table.radioactive):
                    worth += LATER_RADIOACTIVE * later
            last = kind
        return worth

    # Worth of actions

    def worth(self, state: State, seat: int, action: int) -> float:
        """The value expected after an action, with what it leads to."""
        assert isinstance(state, Ovens)
        if action < READY:
            return self.without(state, seat, action) + AVERAGE_CARD
        if action == READY or action == GO_ON:
            return self.value(state, seat)
        if action < DISCARD:
            return self.dish_worth(state, seat, action - CHOOSE)
        if action < TAKE:
            after = state.clone()
            after.apply(seat, action)
            return self.value(after, seat) + self.prospect(after, seat)
        if STEAL > action >= RAID:
            return self.raid_worth(state, seat, action - RAID)
        after = state.clone()
        after.apply(seat, action)
        if action == TAKE:
            room = self.room(after, seat)
            if room < 0:
                return self.value(after, seat) - DIRTY
            return self.value(after, seat) + AVERAGE_CARD * min(TAKE_MOST - after.taken, room)
        if (STEAL <= action < CLEAN or KEEP_CARD <= action < RETURN) and after.turn == seat and after.moment != PREPARE:
            return self.best_after(after, seat)
        return self.value(after, seat)

    def best_after(self, state: Ovens, seat: Seat) -> float:
        """The best value that the next decision of this seat leads to."""
        best = -1e9
        for action in state.legal(seat):
            after = state.clone()
            after.apply(seat, action)
            best = max(best, self.value(after, seat))
        return best

    def without(self, state: Ovens, seat: Seat, kind: Kind) -> float:
        """The value if a card were not in hand."""
        hand = state.hands[seat]
        state.hands[seat] = hand[:]
        state.hands[seat].remove(kind)
        value = self.value(state, seat)
        state.hands[seat] = hand
        return value

    def prospect(self, state: Ovens, seat: Seat) -> float:
        """What the supply would still bring to a hand of this size."""
        room = min(TAKE_MOST, self.room(state, seat))
        if room <= 0 or not state.deck:
            return 0.0
        hand = state.hands[seat]
        before = self.standing(state, seat)
        state.hands[seat] = hand[:]
        put(state.hands[seat], state.deck[-1])
        gain = self.standing(state, seat) - before
        state.hands[seat] = hand
        return gain + AVERAGE_CARD * (room - 1)

    def room(self, state: Ovens, seat: Seat) -> int:
        """How many cards to take: up to the limit, but so that a dirty oven can still be cleaned."""
        dirty = 1 if state.face_down(seat) else 0
        return HAND_LIMIT - dirty - len(state.hands[seat])

    def dish_worth(self, state: Ovens, seat: Seat, type_: int) -> float:
        """The value with a dish of that pile, as an average of all that its back may stand for."""
        pile = state.piles[type_]
        backs = state.table.backs
        total = 0.0
        count = 0
        for dish in pile:
            if backs[dish] == backs[pile[-1]]:
                state.dish[seat] = dish
                total += self.value(state, seat)
                count += 1
        state.dish[seat] = NONE
        return total / count

    def raid_worth(self, state: Ovens, seat: Seat, victim: Seat) -> float:
        """The value after a raid: the better of two random cards for the card one misses least."""
        before = self.value(state, seat)
        hand = state.hands[seat]
        theirs = state.hands[victim]
        gains: list[float] = []
        for at in range(len(theirs)):
            if at > 0 and theirs[at] == theirs[at - 1]:
                gains.append(gains[at - 1])
                continue
            gains.append(max(0.0, self.swap_value(state, seat, victim, at) - before))
        gains.sort()
        held = len(gains)
        if held == 1:
            return before + gains[0]
        total = 0.0
        for at in range(held):  # the best of two is the one at `at` as often as the other is among those below it
            total += gains[at] * at
        return before + total * 2 / (held * (held - 1))

    def swap_value(self, state: Ovens, seat: Seat, victim: Seat, at: int) -> float:
        """The best value after taking a card of the victim and giving one of one's own."""
        mine = state.hands[seat]
        theirs = state.hands[victim]
        kind = theirs[at]
        best = -1e9
        for give in range(max(1, len(mine))):
            if give > 0 and mine[give] == mine[give - 1]:
                continue
            state.hands[seat] = mine[:give] + mine[give + 1 :]
            put(state.hands[seat], kind)
            state.hands[victim] = theirs[:at] + theirs[at + 1 :]
            if mine:
                put(state.hands[victim], mine[give])
            best = max(best, self.value(state, seat))
        state.hands[seat] = mine
        state.hands[victim] = theirs
        return best

    # Reasons

    def reason(self, state: State, seat: int, action: int) -> str:
        return "It is as good as any."
