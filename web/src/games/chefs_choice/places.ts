// Where the lessons point to.
const places: Record<string, string> = {
  day: ".day",
  tally: ".tally",
  hand: ".yours",
  stands: ".stands, .round",
};

export default places;
