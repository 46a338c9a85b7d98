// Written by tools/types.mjs from docs/views/chefs_choice.schema.json.

/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Heard".
 */
export type Heard = (StepHeard | OverHeard | ClearHeard | PodcastHeard | ChooseHeard | ShowHeard | GiveHeard | MoveHeard | StayHeard | ClipHeard | ServeHeard | DecideHeard | DealHeard)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Offer".
 */
export type Offer = (CardOffer | ServeOffer | ClipOffer | GiveOffer | MoveOffer | StayOffer)

export interface Everything {
[k: string]: unknown
}
/**
 * Play a menu, keep it or discard it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardOffer".
 */
export interface CardOffer {
card: number
label: string
verb: ("discard" | "keep" | "play")
}
/**
 * A category of dishes.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CategoryFacts".
 */
export interface CategoryFacts {
kind: ("appetizer" | "dessert" | "entree")
title: string
}
/**
 * A choice as its chooser sees it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Choice".
 */
export interface Choice {
card?: number
dish?: number
keep?: boolean
}
/**
 * Somebody has chosen; what, only that seat hears.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ChooseHeard".
 */
export interface ChooseHeard {
card?: number
dish?: number
event: "choose"
keep?: boolean
seat: number
text: string
}
/**
 * Markers come off the most popular dish.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClearHeard".
 */
export interface ClearHeard {
colours: number[]
dish: number
event: "clear"
text: string
}
/**
 * The hidden sample is turned up.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClipHeard".
 */
export interface ClipHeard {
card: number
dish: number
event: "clip"
markers: number
seat: number
text: string
}
/**
 * Choose a menu in secret and clip a dish on it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClipOffer".
 */
export interface ClipOffer {
card: number
dish: number
label: string
verb: "clip"
}
/**
 * Numbers and names of the rules.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Constants".
 */
export interface Constants {
categories: CategoryFacts[]
day: Stop[]
hand: number
}
/**
 * A stop of the day: what happens there, or the space of the tile that says it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Stop".
 */
export interface Stop {
kind: ("cleanup" | "dinner" | "hidden" | "lunch" | "podcast" | "sample")
name: string
space: (number | null)
step: number
text: string
}
/**
 * Cards are dealt; which, only that seat hears.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealHeard".
 */
export interface DealHeard {
cards?: number[]
count: number
event: "deal"
seat: number
text: string
}
/**
 * The last card is kept or discarded.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DecideHeard".
 */
export interface DecideHeard {
event: "decide"
kept: boolean
seat: number
text: string
}
/**
 * A line of the tally board; `draws`: the customers it would bring at the next meal.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DishView".
 */
export interface DishView {
category: ("appetizer" | "dessert" | "entree")
draws: number
leads: boolean
markers: number[]
name: string
samples: number
}
/**
 * A menu: the names of its dishes, and their lines on the tally board.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Face".
 */
export interface Face {
appetizer: string
dessert: string
dishes: number[]
entree: string
name: string
}
/**
 * Samples are given.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GiveHeard".
 */
export interface GiveHeard {
dishes: number[]
event: "give"
markers: number
seat: number
text: string
}
/**
 * Give samples of dishes; `seats` are the neighbours on whose cards they are.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GiveOffer".
 */
export interface GiveOffer {
dishes: number[]
label: string
markers: number
seats?: number[]
verb: "give"
}
/**
 * A step of the day begins.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StepHeard".
 */
export interface StepHeard {
event: "step"
step: number
text: string
tile: (string | null)
}
/**
 * The restaurants close.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OverHeard".
 */
export interface OverHeard {
event: "over"
text: string
}
/**
 * The podcast recommends a menu.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PodcastHeard".
 */
export interface PodcastHeard {
card: number
event: "podcast"
text: string
}
/**
 * A menu is turned up.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ShowHeard".
 */
export interface ShowHeard {
card: number
event: "show"
seat: number
text: string
}
/**
 * A marker is moved.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoveHeard".
 */
export interface MoveHeard {
event: "move"
from: number
seat: number
text: string
to: number
}
/**
 * No marker is moved.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StayHeard".
 */
export interface StayHeard {
event: "stay"
seat: number
text: string
}
/**
 * A menu is served.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ServeHeard".
 */
export interface ServeHeard {
card: number
customers: number[]
event: "serve"
seat: number
text: string
}
/**
 * Move a marker.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoveOffer".
 */
export interface MoveOffer {
from: number
label: string
to: number
verb: "move"
}
/**
 * Serve a menu for so many customers.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ServeOffer".
 */
export interface ServeOffer {
card: number
customers: number[]
label: string
verb: "serve"
}
/**
 * Move no marker.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StayOffer".
 */
export interface StayOffer {
label: string
verb: "stay"
}
/**
 * The table; `meal` is the next one that the tally counts for.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
actors: number[]
asks: (string | null)[]
choice: (Choice | null)
decided: boolean[]
deck: number
dinner_customers: number[][]
hand: (number[] | null)
held: number[]
home: number[]
kept: (boolean[] | null)
lead: (number | null)
lunch: (number | null)[]
lunch_customers: number[][]
meal: ("dinner" | "lunch")
moment: ("and then" | "announce" | "choose")
neighbours: number[]
played: number[][]
players: number
podcast: (number | null)
schedule: (string | null)[]
scores: number[]
seat: (number | null)
shown: (number | null)[]
space: (number | null)
step: number
tally: DishView[]
}
