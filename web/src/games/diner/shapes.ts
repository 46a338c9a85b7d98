// Written by tools/types.mjs from docs/views/diner.schema.json.

/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Face".
 */
export type Face = (PlateFace | TableFace)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Heard".
 */
export type Heard = (DrawHeard | ServeHeard | LoungeHeard | TakeHeard | HoldHeard | BreakHeard | OverHeard)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Offer".
 */
export type Offer = (DrawOffer | LoungeOffer | ServeOffer | TakeOffer | CallOffer | HoldOffer)

export interface Everything {
[k: string]: unknown
}
/**
 * A break: so many cards are shuffled into new stacks.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BreakHeard".
 */
export interface BreakHeard {
cards: number
event: "break"
seat: (number | null)
text: string
}
/**
 * Call a break or closing time.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CallOffer".
 */
export interface CallOffer {
call: ("break" | "closing")
label: string
verb: "call"
}
/**
 * Numbers of the rules. `wild` is the plate that stands in for any; `shift_ends` says when there is a break.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Constants".
 */
export interface Constants {
plates: number
shift_ends: string
stacks: number
wild: number
}
/**
 * How the viewer's hand covers each plate of each order, in the Lounge and in the viewer's section.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Covers".
 */
export interface Covers {
lounge: ("held" | "lacking" | "wild")[][]
section: ("held" | "lacking" | "wild")[][]
}
/**
 * A plate is drawn; all see its back.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DrawHeard".
 */
export interface DrawHeard {
event: "draw"
plate: number
seat: number
stack: number
table: number
text: string
to: number
}
/**
 * Draw the plate on top of a stack.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DrawOffer".
 */
export interface DrawOffer {
label: string
plate: number
stack: number
verb: "draw"
}
/**
 * The plate side of a card.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlateFace".
 */
export interface PlateFace {
kind: ("bacon" | "blue" | "burger" | "pancakes" | "salad" | "steak")
name: string
side: "plate"
tip: number
}
/**
 * The table side of a card: a party, what it orders and what it pays.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableFace".
 */
export interface TableFace {
kind: "table"
name: string
order: number[]
side: "table"
value: number
}
/**
 * A table is served, with these plates and what is on their backs.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ServeHeard".
 */
export interface ServeHeard {
backs: number[]
event: "serve"
plates: number[]
seat: number
table: number
text: string
to: number
value: number
}
/**
 * A party is seated or sent to the counter, and another comes into the Lounge.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LoungeHeard".
 */
export interface LoungeHeard {
back?: number
event: ("counter" | "seat")
plate: number
refill: number
seat: number
slot: number
stack: number
table: number
text: string
to: number
}
/**
 * A token is taken from somebody who held them all.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakeHeard".
 */
export interface TakeHeard {
event: "take"
from: number
seat: number
text: string
}
/**
 * Somebody lets the next player act first.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HoldHeard".
 */
export interface HoldHeard {
event: "hold"
seat: number
text: string
}
/**
 * The diner closes.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OverHeard".
 */
export interface OverHeard {
event: "over"
seat: (number | null)
text: string
}
/**
 * A card in a hand; the plate is None where the viewer has not seen it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Held".
 */
export interface Held {
plate: (number | null)
table: number
}
/**
 * Let the next player act first.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HoldOffer".
 */
export interface HoldOffer {
label: string
verb: "hold"
}
/**
 * Seat a party or send it to the counter, and refill the Lounge from a stack.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LoungeOffer".
 */
export interface LoungeOffer {
label: string
plate: number
slot: number
stack: number
table: number
verb: ("counter" | "seat")
}
/**
 * Serve a table of one's section with these plates.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ServeOffer".
 */
export interface ServeOffer {
label: string
plates: number[]
table: number
verb: "serve"
}
/**
 * Take a token from somebody who holds them all.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakeOffer".
 */
export interface TakeOffer {
label: string
seat: number
verb: "take"
}
/**
 * A stack of the Kitchen; `needed`: whether the plate on top is one that a table of the viewer's section lacks.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Stack".
 */
export interface Stack {
height: number
needed: boolean
top: (number | null)
}
/**
 * The diner. `next_call` is what comes when enough stacks are empty, `call` the same once it may be called.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
actors: number[]
breaks: number
call: (("break" | "closing") | null)
closed: boolean
covers: (Covers | null)
docked: number[]
earned: number[]
hands: Held[][]
kitchen: Stack[]
lounge: number[]
next_call: ("break" | "closing")
pace: ("calm" | "live")
players: number
scores: number[]
seat: (number | null)
sections: number[][]
sink: number[]
tips: number[][]
tokens: number[]
}
