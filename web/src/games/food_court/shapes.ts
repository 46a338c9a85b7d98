// Written by tools/types.mjs from docs/views/food_court.schema.json.

/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Heard".
 */
export type Heard = (SeatHeard | CardHeard | OpensHeard | RoundHeard | RoleHeard | OpinionHeard | SupplyHeard | WashHeard | SettleHeard | LineHeard | TotalHeard | TrackHeard | OverHeard | ReshuffleHeard | PileHeard | PlaceHeard | AddHeard | SwapHeard | CookHeard | AimHeard | RevealHeard | BlockHeard | FlipHeard | MoreHeard)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Offer".
 */
export type Offer = (PickOffer | PlaceOffer | RowOffer | SeatOffer | ScoreOffer | PlainOffer)

export interface Everything {
[k: string]: unknown
}
/**
 * The ability card of a deck: its name, what it does, and what is tracked towards the win condition.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AbilityFacts".
 */
export interface AbilityFacts {
text: string
title: string
win: string
}
/**
 * An ingredient is added to a recipe.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AddHeard".
 */
export interface AddHeard {
card: number
event: "add"
recipe: number
seat: number
text: string
}
/**
 * Somebody picks whose recipe to replace.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AimHeard".
 */
export interface AimHeard {
event: "aim"
seat: number
text: string
victim: number
}
/**
 * An action card before a player; `used_on` is the place of the card that a Block stops.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BeforeView".
 */
export interface BeforeView {
card: (number | null)
fate: (("blocked" | "resolved" | "standing") | null)
owner: number
revealed: boolean
used_on: (number | null)
}
/**
 * The card at that place is blocked.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BlockHeard".
 */
export interface BlockHeard {
card: number
event: "block"
owner: number
place: number
seat: number
text: string
}
/**
 * What happens to a card of a seat.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardHeard".
 */
export interface CardHeard {
card: (number | null)
event: ("discard" | "lose ingredient" | "lose progress" | "lose recipe" | "pay" | "pot" | "prepare" | "put" | "reuse" | "spend" | "take apart" | "take back")
seat: number
text: string
}
/**
 * Numbers and names of the rules: `abilities` by deck, `roles` and `lines` (of a score) by name.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Constants".
 */
export interface Constants {
abilities: {
[k: string]: AbilityFacts
}
hand_order: ("action" | "optional" | "primary" | "recipe" | "secondary" | "utensil")[]
lines: {
[k: string]: string
}
roles: {
[k: string]: string
}
utensils: string[]
win_cards: number
}
/**
 * A recipe is cooked.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CookHeard".
 */
export interface CookHeard {
event: "cook"
full: boolean
goods: number[]
level: number
recipe: number
seat: number
text: string
}
/**
 * A kind of card as it is printed. `points`: what it scores or adds; `tag` and `vp`: what its deck's ability
 *     sees in it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Face".
 */
export interface Face {
copies: number
cuisine: string
deck: string
defence: (string | null)
difficulty: (("easy" | "hard" | "normal") | null)
effect: (("block" | "drawing" | "ingredient" | "piles" | "progress" | "recipe" | "scores" | "utensil") | null)
kind: ("action" | "optional" | "primary" | "recipe" | "secondary" | "utensil")
name: string
needs: (Needs | null)
offence: (string | null)
points: (number | null)
tag: (string | null)
text: string
utensil: (string | null)
vp: number
}
/**
 * The ingredients that a recipe asks for, or still lacks.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Needs".
 */
export interface Needs {
primary: number
secondary: number
}
/**
 * A utensil is turned.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "FlipHeard".
 */
export interface FlipHeard {
event: "flip"
seat: number
symbol: number
text: string
up: boolean
}
/**
 * What somebody does without a card that is named.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatHeard".
 */
export interface SeatHeard {
event: ("decline" | "end" | "go on" | "hold" | "nothing" | "scoring" | "turn")
seat: number
text: string
}
/**
 * Which restaurant somebody runs.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OpensHeard".
 */
export interface OpensHeard {
cuisine: string
deck: string
event: "opens"
restaurant: string
seat: number
text: string
}
/**
 * A round begins.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RoundHeard".
 */
export interface RoundHeard {
event: "round"
goal: number
round: number
rounds: number
text: string
wins: number
}
/**
 * A role picks its counterpart.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RoleHeard".
 */
export interface RoleHeard {
event: "role"
picked: number
role: ("Chef" | "Critic" | "Customer" | "Dishwasher" | "Supplier" | "Waiter")
seat: number
text: string
}
/**
 * The Critic praises or pans.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OpinionHeard".
 */
export interface OpinionHeard {
event: "opinion"
picked: number
praise: boolean
seat: number
text: string
}
/**
 * The Supplier decides.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SupplyHeard".
 */
export interface SupplyHeard {
event: "supply"
picked: number
seat: number
take: boolean
text: string
}
/**
 * The Dishwasher's counterpart answers.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WashHeard".
 */
export interface WashHeard {
agrees: boolean
dishwasher: number
event: "wash"
seat: number
text: string
}
/**
 * A role is content or not.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SettleHeard".
 */
export interface SettleHeard {
done: boolean
event: "settle"
picked: number
seat: number
text: string
}
/**
 * A line of a score.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LineHeard".
 */
export interface LineHeard {
card: (number | null)
event: "line"
line: ("ability" | "action" | "hard bonus" | "optional" | "recipe" | "role" | "utensil")
points: number
seat: number
text: string
}
/**
 * A score, and the VP there are now.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TotalHeard".
 */
export interface TotalHeard {
event: "total"
points: number
seat: number
text: string
vp: number
}
/**
 * A card goes to the win-condition area, or none (None).
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TrackHeard".
 */
export interface TrackHeard {
card: (number | null)
event: "track"
seat: number
text: string
wins?: number
}
/**
 * The game is over.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OverHeard".
 */
export interface OverHeard {
event: "over"
text: string
}
/**
 * The discard pile becomes a draw pile.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReshuffleHeard".
 */
export interface ReshuffleHeard {
cards: number
event: "reshuffle"
seat: number
text: string
}
/**
 * Cards are drawn, discarded from the draw pile, or put back onto it; which, only their owner hears.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PileHeard".
 */
export interface PileHeard {
cards: (number[] | null)
event: ("draw" | "extract" | "restore")
number: number
seat: number
text: string
}
/**
 * An action card is placed before somebody; which, only its owner hears.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlaceHeard".
 */
export interface PlaceHeard {
before: number
card: (number | null)
event: "place"
seat: number
text: string
}
/**
 * A recipe takes the place of another's.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SwapHeard".
 */
export interface SwapHeard {
card: number
event: "swap"
lost: number
seat: number
text: string
victim: number
worth: number
}
/**
 * An action card is turned up, takes effect, or finds nothing to act on.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RevealHeard".
 */
export interface RevealHeard {
card: number
event: ("fizzle" | "resolve" | "reveal")
owner: number
seat: number
text: string
}
/**
 * A recipe scores 1 more or less.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoreHeard".
 */
export interface MoreHeard {
card: number
event: "more"
points: number
seat: number
text: string
}
/**
 * A cooked recipe.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MealView".
 */
export interface MealView {
full: boolean
goods: number[]
level: number
more: number
recipe: number
replaced: boolean
this_turn: boolean
turn: number
}
/**
 * A recipe in hand, and what it lacks among the prepared ingredients.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MenuLine".
 */
export interface MenuLine {
needs: Needs
recipe: number
}
/**
 * Pick a card: `area` and `owner` say where it lies.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PickOffer".
 */
export interface PickOffer {
area: ("good" | "hand" | "meal" | "pile" | "prepared" | "utensil" | "win")
card: number
label: string
owner: number
verb: ("add" | "break" | "cook" | "discard" | "disrupt" | "ingredient" | "less" | "lose" | "meal" | "more" | "pay" | "prepare" | "put" | "repair" | "replace" | "reuse" | "spend" | "swap" | "take" | "track")
}
/**
 * Place an action card before a player.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlaceOffer".
 */
export interface PlaceOffer {
area: ("good" | "hand" | "meal" | "pile" | "prepared" | "utensil" | "win")
card: number
label: string
owner: number
seat: number
verb: "place"
}
/**
 * Resolve or block a revealed card, by its place before the scorer.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RowOffer".
 */
export interface RowOffer {
label: string
place: number
verb: ("block" | "resolve")
}
/**
 * Name a player.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatOffer".
 */
export interface SeatOffer {
label: string
seat: number
verb: ("counterpart" | "victim")
}
/**
 * Score.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ScoreOffer".
 */
export interface ScoreOffer {
label: string
points: number
verb: "score"
}
/**
 * Be done, or answer yes or no.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlainOffer".
 */
export interface PlainOffer {
label: string
verb: ("decline" | "end" | "fill" | "finish" | "go on" | "hold" | "keep" | "less" | "nothing" | "pan" | "praise" | "skip" | "take" | "wash")
}
/**
 * The recipe that is being cooked, or is to replace another; while it is cooked also what it would bring.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pot".
 */
export interface Pot {
full?: boolean
goods: number[]
level?: number
needs?: Needs
price?: number
recipe: number
seat: number
trackable?: number[]
would_lines?: ScoreLine[]
would_score?: number
}
/**
 * A line of a score: of one recipe, or of all (None).
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ScoreLine".
 */
export interface ScoreLine {
card: (number | null)
line: ("ability" | "action" | "hard bonus" | "optional" | "recipe" | "role" | "utensil")
points: number
}
/**
 * A role of this round, and whom its player has picked.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RoleView".
 */
export interface RoleView {
counterpart: (number | null)
role: ("Chef" | "Critic" | "Customer" | "Dishwasher" | "Supplier" | "Waiter")
}
/**
 * One player's station; what is None or left out only its owner sees.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StationView".
 */
export interface StationView {
ability: ("courses" | "double" | "exact" | "extra" | "feast" | "heat" | "replace" | "spices")
before: BeforeView[]
brought: (number[] | null)
cards: (number[] | null)
cuisine: string
deck: string
discard: number
draw: number
hand: number
known_top: number
lines: ScoreLine[]
meals: MealView[]
menu: (MenuLine[] | null)
next_course: (string | null)
prepared: number[]
restaurant: string
seen: number[]
shown: number[]
tally: Tally
top: (number[] | null)
trackable: number[]
unseen: (number[] | null)
utensils: ("down" | "not in play" | "up")[]
vp: number
wins: number[]
would_lines: ScoreLine[]
would_score: number
}
/**
 * All VP so far, by the line they came from.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Tally".
 */
export interface Tally {
ability: number
action: number
"hard bonus": number
optional: number
recipe: number
role: number
utensil: number
}
/**
 * The table.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
actors: number[]
first: number
goal: number
left: number
moment: ("aim" | "aim again" | "blocks" | "cook" | "discard" | "give up" | "opinion" | "order" | "over" | "pay" | "play" | "role" | "second play" | "supply" | "swap" | "swap cost" | "swap meal" | "swap whose" | "take" | "track" | "wash")
picked: (number | null)
players: number
pot: (Pot | null)
reached: boolean
resolving: (number | null)
roles: RoleView[]
round: number
rounds: number
scores: number[]
seat: (number | null)
stations: StationView[]
supply: ("less" | "none" | "take")
turn: number
}
