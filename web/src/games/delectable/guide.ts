import type { GuideStep } from "../contract";

const guide: GuideStep[] = [
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
    text: "Below each pile stands its whole sum: your discards, hand and stars are added to the die. Reach the cost and the card is yours. Pick a pile to roll.",
    at: ".market",
  },
  {
    title: "Your hand",
    text: "Cards come in from the right and are never rearranged. The bracketed ones help or hinder your rolls: S, C, F and E tell for which pile. ✕ tells what a card gives if you discard it before a roll.",
    at: ".yours",
  },
  {
    title: "Commit neighbours",
    text: "Two or more cards of one kind side by side can go to your restaurant. Three or more, and you also steal one from somebody's hand.",
    at: ".yours",
  },
  {
    title: "What wins",
    text: "When the deck is empty, the highest score wins. A card counts its stars; double if they are the very stars of your restaurant, one less if it has fewer. The filled number is the column that makes your score.",
    at: ".place.mine, .strip.mine",
  },
];

export default guide;
