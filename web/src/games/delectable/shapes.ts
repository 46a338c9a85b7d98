// Written by tools/types.mjs from docs/views/delectable.schema.json.

/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Heard".
 */
export type Heard = (SeatHeard | ReviewHeard | DiscardHeard | RollHeard | DrawHeard | CommitHeard | StealHeard | GiveHeard | OverHeard)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Offer".
 */
export type Offer = (ReviewOffer | CommitOffer | CardOffer | RollOffer | EndOffer | StealOffer)

export interface Everything {
[k: string]: unknown
}
/**
 * Discard a card, or give it up.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardOffer".
 */
export interface CardOffer {
card: number
label: string
position: number
verb: ("discard" | "give")
}
/**
 * Cards are committed.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CommitHeard".
 */
export interface CommitHeard {
cards: number[]
event: "commit"
resource: ("chef" | "equipment" | "food" | "review" | "server")
seat: number
text: string
}
/**
 * Commit adjacent cards.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CommitOffer".
 */
export interface CommitOffer {
cards: number[]
first: number
label: string
last: number
verb: "commit"
}
/**
 * Numbers and names of the rules. `rightmost`: how many cards at the right end of a hand add to rolls.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Constants".
 */
export interface Constants {
die: number
most_stars: number
piles: ("chef" | "equipment" | "food" | "review" | "server")[]
resources: ("chef" | "equipment" | "food" | "server")[]
rightmost: number
}
/**
 * A card is discarded.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DiscardHeard".
 */
export interface DiscardHeard {
card: number
event: "discard"
seat: number
text: string
}
/**
 * A card comes from the deck to the market.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DrawHeard".
 */
export interface DrawHeard {
again: boolean
card: number
event: "draw"
seat: number
text: string
}
/**
 * End the turn.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EndOffer".
 */
export interface EndOffer {
label: string
verb: "end"
}
/**
 * A card as it is printed.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Face".
 */
export interface Face {
cost: number
discarded: number
kind: ("chef" | "equipment" | "food" | "review" | "server")
name: string
stars: number
to: Modifiers
}
/**
 * What a card in hand adds to rolls for each resource.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Modifiers".
 */
export interface Modifiers {
chef: number
equipment: number
food: number
server: number
}
/**
 * A stolen card is handed over.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GiveHeard".
 */
export interface GiveHeard {
card: number
event: "give"
seat: number
text: string
to: number
}
/**
 * What is seen of a stack.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Heap".
 */
export interface Heap {
height: number
top: (number | null)
}
/**
 * A turn begins, or ends without another roll.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatHeard".
 */
export interface SeatHeard {
event: ("end" | "turn")
seat: number
text: string
}
/**
 * A restaurant is reviewed.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReviewHeard".
 */
export interface ReviewHeard {
card: number
event: "review"
quality: number
reviewed: number
seat: number
text: string
}
/**
 * A roll, with all that was added to the die, what it had to show, and how likely that was.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RollHeard".
 */
export interface RollHeard {
card: number
cost: number
die: number
discards: number
event: "roll"
hand: number
needed: number
percent: number
seat: number
stars: number
taken: boolean
text: string
total: number
}
/**
 * Somebody is stolen from.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StealHeard".
 */
export interface StealHeard {
event: "steal"
found: boolean
seat: number
text: string
victim: number
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
 * Review a restaurant with a card.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReviewOffer".
 */
export interface ReviewOffer {
card: number
label: string
position: number
seat: number
verb: "review"
}
/**
 * Name a pile and roll.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RollOffer".
 */
export interface RollOffer {
card: number
cost: number
discards: number
hand: number
label: string
needed: number
percent: number
pile: ("chef" | "equipment" | "food" | "review" | "server")
stars: number
verb: "roll"
}
/**
 * Name the opponent to steal from.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StealOffer".
 */
export interface StealOffer {
label: string
seat: number
verb: "steal"
}
/**
 * What a roll for a pile adds to the die, what it must reach, and so what the die must show.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RollSum".
 */
export interface RollSum {
card: number
cost: number
discards: number
hand: number
needed: number
percent: number
stars: number
}
/**
 * The table. `counting` has the resources that count for a seat now, the best first; `lowest` is its score.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
actors: number[]
counting: ("chef" | "equipment" | "food" | "server")[][]
deck: number
discard: Heap
discards: number
hands: number[][]
lowest: (("chef" | "equipment" | "food" | "server") | null)[]
market: {
[k: string]: Heap
}
moment: ("again" | "give" | "over" | "roll" | "steal" | "turn")
players: number
quality: number[]
resources: {
[k: string]: number
}[]
restaurants: number[][]
rolls: {
[k: string]: RollSum
}
scores: number[]
seat: (number | null)
stolen: (("chef" | "equipment" | "food" | "review" | "server") | null)
turn: number
worth: number[][]
}
