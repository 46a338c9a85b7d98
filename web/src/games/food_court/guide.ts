import type { Guide } from "../contract";
import type { Game } from "./shapes";

const guide: Guide<Game> = (view, constants) => [
  {
    title: "Your stall in the food court",
    text: `Everyone runs a restaurant with a deck of its own. Cook meals, score them, and end the game with ${view.goal} VP or ${constants.win_cards} win cards.`,
  },
  {
    title: "Discard, then draw",
    text: `First you may throw away up to ${constants.most_discards} cards you do not need, then you draw until you hold ${constants.hand}.`,
    at: ".orders",
    does: ["fill"],
    ask: "Discard cards from your hand, or draw.",
  },
  {
    title: "Your hand",
    text: "P and S are ingredients: lay them out to prepare them. R is a recipe: its marks show what it needs, green once that is prepared.",
    at: ".hand",
    does: ["prepare"],
    ask: "Tap an ingredient to prepare it.",
  },
  {
    title: "Cooking",
    text: "A recipe whose ingredients are prepared can be cooked. You see what it would score and what is missing.",
    at: ".hand",
    does: ["cook"],
    rare: true,
    ask: "Tap a recipe to cook it.",
  },
  {
    title: "Your ability",
    text: "Every cuisine bends the rules in its own way, and has its own way to win. The stars are your places for win cards.",
    at: ".mine .ability, .ability",
  },
  {
    title: "Meddling",
    text: "Action cards go face down before an opponent, to hurt, or before yourself, to help. They are turned up when that player scores.",
    at: ".rivals",
  },
  {
    title: "Score or wait",
    text: "End the turn and save up, or score all your meals at once. Scored meals are cleared away.",
    at: ".orders",
    does: ["end", "score"],
    ask: "End your turn, or score.",
  },
];

export default guide;
