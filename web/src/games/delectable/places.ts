// Where the lessons point to.
const places: Record<string, string> = {
  market: ".market",
  hand: ".yours .hand",
  restaurant: ".own .place, .place.mine, .strip.mine",
  rivals: ".rivals",
  die: ".aside .last",
  deck: ".aside .stack",
};

export default places;
