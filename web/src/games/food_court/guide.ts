import type { GuideStep } from "../contract";

const guide: GuideStep[] = [
  {
    title: "Your stall in the food court",
    text: "Everyone runs a restaurant with a deck of its own. Cook meals, score them, and end the game with 40 VP or four win cards.",
    at: ".mine",
  },
  {
    title: "What is asked",
    text: "This line always says whose move it is. First you may throw away up to three cards, then you draw up to eight.",
    at: ".prompt",
  },
  {
    title: "Your hand",
    text: "P and S are ingredients: lay them out to prepare them. R is a recipe: its marks show what it needs, green once that is prepared. Tap a card, or drag it to where it goes.",
    at: ".hand",
  },
  {
    title: "Cooking",
    text: "Tap a recipe, then the ingredients for it. You see what it would score and what is missing before you finish it.",
    at: ".mine .meals",
  },
  {
    title: "Your ability",
    text: "Every cuisine bends the rules in its own way, and has its own way to win. The stars are your places for win cards.",
    at: ".ability",
  },
  {
    title: "Meddling",
    text: "Action cards go face down before an opponent, to hurt, or before yourself, to help. They are turned up when that player scores.",
    at: ".rivals",
  },
  {
    title: "Score or wait",
    text: "Done? End the turn and save up, or score all your meals at once. Scored meals are cleared away. Hint tells what a good player would do.",
    at: ".orders",
  },
];

export default guide;
