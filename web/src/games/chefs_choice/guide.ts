import type { Guide } from "../contract";

const guide: Guide = () => [
  {
    title: "Welcome to Chef's Choice",
    text: "You run a small restaurant for one day. Hand out samples until the town wants what you serve, then open your doors with one menu at lunch and one at dinner.",
  },
  {
    title: "The day",
    text: "Stop by stop from left to right. Each sample round has a tile that says what is given out.",
    at: ".day",
  },
  {
    title: "What the town wants",
    text: "Every cube is a sample somebody gave out; the letter says whose. The round number is how many guests a dish would draw now. Only dishes of the same column compete.",
    at: ".tally",
  },
  {
    title: "Choose a menu",
    text: "All menus are turned up together, and then you give samples of your dishes. Below each you see how many guests it would draw now.",
    at: ".yours",
    does: ["play", "keep", "discard", "serve", "clip"],
    ask: "Pick one of your menus.",
  },
  {
    title: "Give samples",
    text: "These are cubes of your colour on the dishes of the menu you showed: they make the town want them.",
    at: ".yours .acts, .doing, .yours",
    does: ["give"],
    ask: "Give them.",
  },
  {
    title: "Everybody's menus",
    text: "What the others have shown lies in front of them. The most guests at lunch and dinner together win; whatever was most popular at lunch loses markers afterwards.",
    at: ".stands, .round",
  },
];

export default guide;
