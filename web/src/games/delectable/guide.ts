import type { Guide } from "../contract";
import type { Game } from "./shapes";

const guide: Guide<Game> = (_, constants) => [
  {
    title: "Welcome to Delectable",
    text: "You run a restaurant. Hire servers and chefs, buy food and equipment: but only the weakest of your best sides counts, so be good at more than one.",
  },
  {
    title: "What is asked of you",
    text: "This line always says what is going on. On your turn you do one thing: roll for a card, commit cards to your restaurant, or give somebody a review.",
    at: ".prompt",
  },
  {
    title: "Roll for a card",
    text: "Below each pile is the whole sum: your discards, hand and stars are added to the die. Reach the cost and the card is yours.",
    at: ".market",
    does: ["roll"],
    ask: "Pick a pile to roll for.",
  },
  {
    title: "Your hand",
    text: "Cards come in from the right and are never rearranged. The bracketed ones help or hinder your rolls: S, C, F and E say for which pile, and ✕ says what a card adds if you discard it before a roll.",
    at: ".yours [data-card]",
  },
  {
    title: "Discard for a better roll",
    text: "A discard counts for this roll only, and goes into the sum at once.",
    at: ".yours",
    does: ["discard"],
    rare: true,
    ask: "Discard one if you like, or just roll.",
  },
  {
    title: "Commit neighbours",
    text: `${constants.shortest_run} or more cards of one kind side by side can go to your restaurant. With ${constants.stealing_run} or more you also steal one from somebody's hand.`,
    at: ".yours",
    does: ["commit"],
    rare: true,
    ask: "Commit them, or roll on.",
  },
  {
    title: "What wins",
    text: `When the deck is empty, the highest score wins. ${constants.worth_rule}`,
    at: ".own, .place, .standing",
  },
];

export default guide;
