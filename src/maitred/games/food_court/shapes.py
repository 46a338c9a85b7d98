"""The types of what Food Court shows and tells. Cards go by their index among the faces, which has every kind of card
of every deck; a card that the viewer may not know is None."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from maitred.kernel.shapes import Shapes

Sort = Literal["action", "utensil", "primary", "secondary", "optional", "recipe"]
Effect = Literal["block", "ingredient", "recipe", "progress", "utensil", "drawing", "scores", "piles"]
Difficulty = Literal["easy", "normal", "hard"]
Ability = Literal["exact", "courses", "feast", "extra", "double", "replace", "spices", "heat"]
Role = Literal["Chef", "Waiter", "Dishwasher", "Supplier", "Critic", "Customer"]
Line = Literal["recipe", "optional", "hard bonus", "utensil", "ability", "action", "role"]
Fate = Literal["standing", "blocked", "resolved"]
UtensilState = Literal["not in play", "up", "down"]
Supply = Literal["none", "take", "less"]
Moment = Literal[
    "role",
    "opinion",
    "supply",
    "take",
    "discard",
    "wash",
    "play",
    "cook",
    "pay",
    "blocks",
    "aim",
    "aim again",
    "give up",
    "order",
    "second play",
    "swap",
    "swap whose",
    "swap meal",
    "swap cost",
    "track",
    "over",
]
Area = Literal["hand", "prepared", "meal", "good", "win", "utensil", "pile"]


class Needs(TypedDict):
    """The ingredients that a recipe asks for, or still lacks."""

    primary: int
    secondary: int


class Face(TypedDict):
    """A kind of card as it is printed. `points`: what it scores or adds; `tag` and `vp`: what matters to its deck's
    ability."""

    deck: str
    cuisine: str
    name: str
    kind: Sort
    copies: int
    effect: Effect | None
    offence: str | None
    defence: str | None
    difficulty: Difficulty | None
    needs: Needs | None
    points: int | None
    utensil: str | None
    tag: str | None
    vp: int
    text: str


class AbilityFacts(TypedDict):
    """The ability card of a deck: its name, what it does, and what is tracked towards the win condition."""

    title: str
    text: str
    win: str


class Constants(TypedDict):
    """Numbers and names of the rules: `hand` is how many cards one draws up to, after as many as `most_discards`;
    `abilities` by deck, `roles` and `lines` (of a score) by name."""

    hand: int
    most_discards: int
    win_cards: int
    utensils: list[str]
    hand_order: list[Sort]
    abilities: dict[str, AbilityFacts]
    roles: dict[Role, str]
    lines: dict[Line, str]


class RoleView(TypedDict):
    """A role of this round, and whom its player has picked."""

    role: Role
    counterpart: int | None


class ScoreLine(TypedDict):
    """A line of a score: of one recipe, or of all (None)."""

    line: Line
    card: int | None
    points: int


class Pot(TypedDict):
    """The recipe that is being cooked, or is to replace another; while it is cooked also what it would bring."""

    seat: int
    recipe: int
    goods: list[int]
    needs: NotRequired[Needs]
    price: NotRequired[int]
    level: NotRequired[int]
    full: NotRequired[bool]
    would_score: NotRequired[int]
    would_lines: NotRequired[list[ScoreLine]]
    trackable: NotRequired[list[int]]


class MenuLine(TypedDict):
    """A recipe in hand, and what it lacks among the prepared ingredients. `plan`: the actions that lay out what it
    takes and cook it in full, up to the last ingredient; none where that cannot be done now."""

    recipe: int
    needs: Needs
    plan: list[int]


class MealView(TypedDict):
    """A cooked recipe."""

    recipe: int
    goods: list[int]
    level: int
    full: bool
    replaced: bool
    this_turn: bool
    turn: int
    more: int


class BeforeView(TypedDict):
    """An action card before a player; `used_on` is the place of the card that a Block stops."""

    owner: int
    card: int | None
    revealed: bool
    fate: Fate | None
    used_on: int | None


HardBonus = TypedDict("HardBonus", {"hard bonus": int})


class Tally(HardBonus):
    """All VP so far, by the line they came from."""

    recipe: int
    optional: int
    utensil: int
    ability: int
    action: int
    role: int


class StationView(TypedDict):
    """One player's station; only its owner sees what is None or missing for others."""

    deck: str
    cuisine: str
    restaurant: str
    ability: Ability
    draw: int
    known_top: int
    hand: int
    cards: list[int] | None
    shown: list[int]
    discard: int
    seen: list[int]
    unseen: list[int] | None
    top: list[int] | None
    prepared: list[int]
    meals: list[MealView]
    would_score: int
    would_lines: list[ScoreLine]
    trackable: list[int]
    menu: list[MenuLine] | None
    utensils: list[UtensilState]
    wins: list[int]
    next_course: str | None
    before: list[BeforeView]
    vp: int
    tally: Tally
    lines: list[ScoreLine]
    brought: list[int] | None


class View(TypedDict):
    """The table."""

    players: int
    seat: int | None
    round: int
    rounds: int
    goal: int
    reached: bool
    first: int
    turn: int
    moment: Moment
    actors: list[int]
    left: int
    roles: list[RoleView]
    supply: Supply
    pot: Pot | None
    resolving: int | None
    picked: int | None
    stations: list[StationView]
    scores: list[int]


# What may be done

PickVerb = Literal[
    "cook",
    "put",
    "prepare",
    "discard",
    "add",
    "pay",
    "take",
    "track",
    "swap",
    "spend",
    "replace",
    "repair",
    "break",
    "more",
    "less",
    "reuse",
    "disrupt",
    "lose",
    "ingredient",
    "meal",
]
DoneVerb = Literal["fill", "finish", "hold", "go on", "decline", "skip", "end", "nothing"]


class PickOffer(TypedDict):
    """Pick a card: `area` and `owner` say where it lies."""

    verb: PickVerb
    card: int
    area: Area
    owner: int
    label: str


class PlaceOffer(TypedDict):
    """Place an action card before a player."""

    verb: Literal["place"]
    card: int
    area: Area
    owner: int
    seat: int
    label: str


class RowOffer(TypedDict):
    """Resolve or block a revealed card, by its place before the scorer."""

    verb: Literal["resolve", "block"]
    place: int
    label: str


class SeatOffer(TypedDict):
    """Name a player."""

    verb: Literal["counterpart", "victim"]
    seat: int
    label: str


class ScoreOffer(TypedDict):
    """Score."""

    verb: Literal["score"]
    points: int
    label: str


class PlainOffer(TypedDict):
    """Be done, or answer yes or no."""

    verb: Literal[DoneVerb, "praise", "pan", "take", "less", "wash", "keep"]
    label: str


Offer = PickOffer | PlaceOffer | RowOffer | SeatOffer | ScoreOffer | PlainOffer


# What is heard


class SeatHeard(TypedDict):
    """Something that a player does without naming a card."""

    event: Literal["turn", "end", "decline", "scoring", "go on", "hold", "nothing"]
    seat: int
    text: str


class CardHeard(TypedDict):
    """What happens to a card of a seat."""

    event: Literal[
        "take back",
        "discard",
        "pay",
        "prepare",
        "put",
        "pot",
        "spend",
        "lose ingredient",
        "take apart",
        "lose recipe",
        "lose progress",
        "reuse",
    ]
    seat: int
    card: int | None
    text: str


class OpensHeard(TypedDict):
    """Which restaurant somebody runs."""

    event: Literal["opens"]
    seat: int
    deck: str
    cuisine: str
    restaurant: str
    text: str


class RoundHeard(TypedDict):
    """A round begins."""

    event: Literal["round"]
    round: int
    rounds: int
    goal: int
    wins: int
    text: str


class RoleHeard(TypedDict):
    """A role picks its counterpart."""

    event: Literal["role"]
    seat: int
    role: Role
    picked: int
    text: str


class OpinionHeard(TypedDict):
    """The Critic praises or pans."""

    event: Literal["opinion"]
    seat: int
    picked: int
    praise: bool
    text: str


class SupplyHeard(TypedDict):
    """The Supplier decides."""

    event: Literal["supply"]
    seat: int
    picked: int
    take: bool
    text: str


class WashHeard(TypedDict):
    """The Dishwasher's counterpart answers."""

    event: Literal["wash"]
    seat: int
    dishwasher: int
    agrees: bool
    text: str


class SettleHeard(TypedDict):
    """A role is content or not."""

    event: Literal["settle"]
    seat: int
    picked: int
    done: bool
    text: str


class LineHeard(TypedDict):
    """A line of a score."""

    event: Literal["line"]
    seat: int
    line: Line
    card: int | None
    points: int
    text: str


class TotalHeard(TypedDict):
    """A score, and the VP there are now."""

    event: Literal["total"]
    seat: int
    points: int
    vp: int
    text: str


class TrackHeard(TypedDict):
    """A card goes to the win-condition area, or none (None)."""

    event: Literal["track"]
    seat: int
    card: int | None
    wins: NotRequired[int]
    text: str


class OverHeard(TypedDict):
    """The game is over."""

    event: Literal["over"]
    text: str


class ReshuffleHeard(TypedDict):
    """The discard pile becomes a draw pile."""

    event: Literal["reshuffle"]
    seat: int
    cards: int
    text: str


class PileHeard(TypedDict):
    """Cards are drawn, discarded from the draw pile, or put back onto it; which, only their owner hears."""

    event: Literal["draw", "extract", "restore"]
    seat: int
    number: int
    cards: list[int] | None
    text: str


class PlaceHeard(TypedDict):
    """An action card is placed before somebody; which, only its owner hears."""

    event: Literal["place"]
    seat: int
    before: int
    card: int | None
    text: str


class AddHeard(TypedDict):
    """An ingredient is added to a recipe."""

    event: Literal["add"]
    seat: int
    recipe: int
    card: int
    text: str


class SwapHeard(TypedDict):
    """A recipe takes the place of another's."""

    event: Literal["swap"]
    seat: int
    card: int
    victim: int
    lost: int
    worth: int
    text: str


class CookHeard(TypedDict):
    """A recipe is cooked."""

    event: Literal["cook"]
    seat: int
    recipe: int
    goods: list[int]
    level: int
    full: bool
    text: str


class AimHeard(TypedDict):
    """Somebody picks whose recipe to replace."""

    event: Literal["aim"]
    seat: int
    victim: int
    text: str


class RevealHeard(TypedDict):
    """An action card is turned up, takes effect, or finds nothing to act on."""

    event: Literal["reveal", "resolve", "fizzle"]
    seat: int
    owner: int
    card: int
    text: str


class BlockHeard(TypedDict):
    """The card at that place is blocked."""

    event: Literal["block"]
    seat: int
    owner: int
    card: int
    place: int
    text: str


class FlipHeard(TypedDict):
    """A utensil is turned."""

    event: Literal["flip"]
    seat: int
    symbol: int
    up: bool
    text: str


class MoreHeard(TypedDict):
    """A recipe scores 1 more or less."""

    event: Literal["more"]
    seat: int
    card: int
    points: int
    text: str


Heard = (
    SeatHeard
    | CardHeard
    | OpensHeard
    | RoundHeard
    | RoleHeard
    | OpinionHeard
    | SupplyHeard
    | WashHeard
    | SettleHeard
    | LineHeard
    | TotalHeard
    | TrackHeard
    | OverHeard
    | ReshuffleHeard
    | PileHeard
    | PlaceHeard
    | AddHeard
    | SwapHeard
    | CookHeard
    | AimHeard
    | RevealHeard
    | BlockHeard
    | FlipHeard
    | MoreHeard
)

SHAPES = Shapes(View, Constants, Face, Offer, Heard)
