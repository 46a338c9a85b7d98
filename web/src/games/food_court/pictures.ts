// Pictures of Food Court: of dishes and ingredients by what their names say, so that custom decks have some too.
import type { Icon } from "../../lib/icon";
import avocado from "icon:fluent-emoji-flat/avocado";
import bacon from "icon:fluent-emoji-flat/bacon";
import beans from "icon:fluent-emoji-flat/beans";
import bellPepper from "icon:fluent-emoji-flat/bell-pepper";
import bellhopBell from "icon:fluent-emoji-flat/bellhop-bell";
import bentoBox from "icon:fluent-emoji-flat/bento-box";
import bottleWithPoppingCork from "icon:fluent-emoji-flat/bottle-with-popping-cork";
import bowlWithSpoon from "icon:fluent-emoji-flat/bowl-with-spoon";
import bread from "icon:fluent-emoji-flat/bread";
import broccoli from "icon:fluent-emoji-flat/broccoli";
import brownMushroom from "icon:fluent-emoji-flat/brown-mushroom";
import burrito from "icon:fluent-emoji-flat/burrito";
import butter from "icon:fluent-emoji-flat/butter";
import candy from "icon:fluent-emoji-flat/candy";
import carrot from "icon:fluent-emoji-flat/carrot";
import chartIncreasing from "icon:fluent-emoji-flat/chart-increasing";
import cheeseWedge from "icon:fluent-emoji-flat/cheese-wedge";
import cherries from "icon:fluent-emoji-flat/cherries";
import chocolateBar from "icon:fluent-emoji-flat/chocolate-bar";
import coconut from "icon:fluent-emoji-flat/coconut";
import cook from "icon:fluent-emoji-flat/cook";
import cookedRice from "icon:fluent-emoji-flat/cooked-rice";
import cooking from "icon:fluent-emoji-flat/cooking";
import counterclockwiseArrowsButton from "icon:fluent-emoji-flat/counterclockwise-arrows-button";
import croissant from "icon:fluent-emoji-flat/croissant";
import cupcake from "icon:fluent-emoji-flat/cupcake";
import curryRice from "icon:fluent-emoji-flat/curry-rice";
import custard from "icon:fluent-emoji-flat/custard";
import cutOfMeat from "icon:fluent-emoji-flat/cut-of-meat";
import deliveryTruck from "icon:fluent-emoji-flat/delivery-truck";
import dragon from "icon:fluent-emoji-flat/dragon";
import duck from "icon:fluent-emoji-flat/duck";
import dumpling from "icon:fluent-emoji-flat/dumpling";
import earOfCorn from "icon:fluent-emoji-flat/ear-of-corn";
import egg from "icon:fluent-emoji-flat/egg";
import eggplant from "icon:fluent-emoji-flat/eggplant";
import falafel from "icon:fluent-emoji-flat/falafel";
import fish from "icon:fluent-emoji-flat/fish";
import flatbread from "icon:fluent-emoji-flat/flatbread";
import forkAndKnife from "icon:fluent-emoji-flat/fork-and-knife";
import forkAndKnifeWithPlate from "icon:fluent-emoji-flat/fork-and-knife-with-plate";
import frenchFries from "icon:fluent-emoji-flat/french-fries";
import friedShrimp from "icon:fluent-emoji-flat/fried-shrimp";
import gingerRoot from "icon:fluent-emoji-flat/ginger-root";
import glassOfMilk from "icon:fluent-emoji-flat/glass-of-milk";
import greenSalad from "icon:fluent-emoji-flat/green-salad";
import hamburger from "icon:fluent-emoji-flat/hamburger";
import hammerAndWrench from "icon:fluent-emoji-flat/hammer-and-wrench";
import herb from "icon:fluent-emoji-flat/herb";
import honeyPot from "icon:fluent-emoji-flat/honey-pot";
import hotPepper from "icon:fluent-emoji-flat/hot-pepper";
import jar from "icon:fluent-emoji-flat/jar";
import joker from "icon:fluent-emoji-flat/joker";
import kitchenKnife from "icon:fluent-emoji-flat/kitchen-knife";
import leafyGreen from "icon:fluent-emoji-flat/leafy-green";
import lemon from "icon:fluent-emoji-flat/lemon";
import lime from "icon:fluent-emoji-flat/lime";
import lotionBottle from "icon:fluent-emoji-flat/lotion-bottle";
import mango from "icon:fluent-emoji-flat/mango";
import meatOnBone from "icon:fluent-emoji-flat/meat-on-bone";
import newspaper from "icon:fluent-emoji-flat/newspaper";
import octopus from "icon:fluent-emoji-flat/octopus";
import oden from "icon:fluent-emoji-flat/oden";
import onion from "icon:fluent-emoji-flat/onion";
import pancakes from "icon:fluent-emoji-flat/pancakes";
import peaPod from "icon:fluent-emoji-flat/pea-pod";
import peanuts from "icon:fluent-emoji-flat/peanuts";
import pie from "icon:fluent-emoji-flat/pie";
import pizza from "icon:fluent-emoji-flat/pizza";
import potOfFood from "icon:fluent-emoji-flat/pot-of-food";
import potato from "icon:fluent-emoji-flat/potato";
import poultryLeg from "icon:fluent-emoji-flat/poultry-leg";
import riceBall from "icon:fluent-emoji-flat/rice-ball";
import sandwich from "icon:fluent-emoji-flat/sandwich";
import scroll from "icon:fluent-emoji-flat/scroll";
import shallowPanOfFood from "icon:fluent-emoji-flat/shallow-pan-of-food";
import shield from "icon:fluent-emoji-flat/shield";
import shortcake from "icon:fluent-emoji-flat/shortcake";
import snail from "icon:fluent-emoji-flat/snail";
import soap from "icon:fluent-emoji-flat/soap";
import spaghetti from "icon:fluent-emoji-flat/spaghetti";
import steamingBowl from "icon:fluent-emoji-flat/steaming-bowl";
import stuffedFlatbread from "icon:fluent-emoji-flat/stuffed-flatbread";
import sushi from "icon:fluent-emoji-flat/sushi";
import taco from "icon:fluent-emoji-flat/taco";
import takeoutBox from "icon:fluent-emoji-flat/takeout-box";
import tamale from "icon:fluent-emoji-flat/tamale";
import tomato from "icon:fluent-emoji-flat/tomato";
import trophy from "icon:fluent-emoji-flat/trophy";
import tulip from "icon:fluent-emoji-flat/tulip";
import wineGlass from "icon:fluent-emoji-flat/wine-glass";
import wood from "icon:fluent-emoji-flat/wood";

export const BY_NAME: Array<[RegExp, Icon]> = [
  [/^lentils$/i, beans],
  [/marinara|napoletana|ketchup|pico de gallo/i, tomato],
  [/formaggi|parmigiano|paneer(?! butter)|queso/i, cheeseWedge],
  [/capricciosa|lahmacun/i, pizza],
  [/arrabbiata|cayenne|green chile|chilaquiles|jalape/i, hotPepper],
  [/porcini|tartufo|shiitake|umami/i, brownMushroom],
  [/ravioli|gyoza/i, dumpling],
  [/gnocchi|aloo/i, potato],
  [/lasagna|fajitas/i, shallowPanOfFood],
  [/spaghetti|fettuccine|tagliatelle|penne|pasta/i, spaghetti],
  [/basil|cilantro|cumin/i, herb],
  [/balsamic|vinegar/i, bottleWithPoppingCork],
  [/oignon/i, onion],
  [/bouillabaisse|fish/i, fish],
  [/quiche|apple pie|tatin/i, pie],
  [/escargots/i, snail],
  [/salade|salad/i, greenSalad],
  [/soufflé/i, cupcake],
  [/ratatouille|imam bayildi|dolma|patlican/i, eggplant],
  [/châteaubriand|t-bone|porterhouse|ribeye|beef/i, cutOfMeat],
  [/croque|cheesesteak|lobster roll/i, sandwich],
  [/pain perdu/i, bread],
  [/crème brûlée/i, custard],
  [/wine/i, wineGlass],
  [/butter masala|^butter$|ghee/i, butter],
  [/coconut milk|cream/i, glassOfMilk],
  [/lo mein/i, takeoutBox],
  [/dragon/i, dragon],
  [/duck/i, duck],
  [/chicken|pollo/i, poultryLeg],
  [/mango/i, mango],
  [/coconut/i, coconut],
  [/egg|tamago/i, egg],
  [/claypot|dal |masoor|boeuf|pozole|garbure/i, potOfFood],
  [/congee|lentil|soupe|tourin|chowder/i, bowlWithSpoon],
  [/soy sauce|mayo|sesame/i, jar],
  [/sprouts|edamame|cardamom|tamarind(?! rice)/i, peaPod],
  [/lemon|yuzu/i, lemon],
  [/biryani|curry/i, curryRice],
  [/chana|frijoles/i, beans],
  [/korma|broccoli/i, broccoli],
  [/rogan josh|tomahawk|adana/i, meatOnBone],
  [/kofta|köfte|falafel/i, falafel],
  [/saffron|sumac/i, tulip],
  [/coriander|wasabi|nori/i, leafyGreen],
  [/cinnamon/i, wood],
  [/cashew/i, peanuts],
  [/corn/i, earOfCorn],
  [/johnny|okonomiyaki/i, pancakes],
  [/bacon/i, bacon],
  [/burger|lucy/i, hamburger],
  [/mustard/i, lotionBottle],
  [/shish|ciğer|beyti/i, oden],
  [/kebab/i, stuffedFlatbread],
  [/pide|quesadilla|tostadas/i, flatbread],
  [/muhammara|paprika|rellenos/i, bellPepper],
  [/baklava/i, honeyPot],
  [/delight/i, candy],
  [/kadayif/i, shortcake],
  [/pomegranate/i, cherries],
  [/takoyaki/i, octopus],
  [/onigiri/i, riceBall],
  [/unagi/i, bentoBox],
  [/omurice/i, cooking],
  [/tempura/i, friedShrimp],
  [/ramen|udon|noodle|mian|chow fun/i, steamingBowl],
  [/sushi|roll/i, sushi],
  [/rice/i, cookedRice],
  [/ginger/i, gingerRoot],
  [/enchilada|burrito/i, burrito],
  [/taco/i, taco],
  [/mole/i, chocolateBar],
  [/nachos/i, frenchFries],
  [/tamale/i, tamale],
  [/avocado/i, avocado],
  [/lime/i, lime],
];

/** The picture of a dish or ingredient of this name; undefined if nothing in the name is known. */
export function pictured(name: string): Icon | undefined {
  return BY_NAME.find(([words]) => words.test(name))?.[1];
}

/** Pictures of action cards, by their effect. */
export const EFFECT_ICONS: Record<string, Icon> = {
  block: shield,
  ingredient: carrot,
  recipe: scroll,
  progress: trophy,
  utensil: hammerAndWrench,
  drawing: joker,
  scores: chartIncreasing,
  piles: counterclockwiseArrowsButton,
};

/** Pictures of the utensils, in their order. */
export const UTENSIL_ICONS: Icon[] = [kitchenKnife, cooking, forkAndKnifeWithPlate];

/** Pictures of the roles, by their names. */
export const ROLE_ICONS: Record<string, Icon> = {
  Chef: cook,
  Waiter: bellhopBell,
  Dishwasher: soap,
  Supplier: deliveryTruck,
  Critic: newspaper,
  Customer: forkAndKnife,
};

/** What stands for each cuisine, and for those of its ingredients whose names tell nothing. */
export const CUISINE_ICONS: Record<string, { emblem: Icon; primary: Icon; secondary: Icon }> = {
  italy: { emblem: spaghetti, primary: spaghetti, secondary: tomato },
  france: { emblem: croissant, primary: egg, secondary: onion },
  china: { emblem: takeoutBox, primary: cookedRice, secondary: broccoli },
  india: { emblem: curryRice, primary: beans, secondary: hotPepper },
  usa: { emblem: hamburger, primary: cutOfMeat, secondary: cheeseWedge },
  turkiye: { emblem: stuffedFlatbread, primary: meatOnBone, secondary: eggplant },
  japan: { emblem: sushi, primary: fish, secondary: leafyGreen },
  mexico: { emblem: taco, primary: flatbread, secondary: avocado },
};

/** The picture of a dish or an ingredient on the generic board; what an action or a utensil is, only its words say. */
export default function picture(name: string, kind: string): Icon | undefined {
  return kind === "action" || kind === "utensil" ? undefined : pictured(name);
}
