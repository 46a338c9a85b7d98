// The picture of every card of the house deck. People are shown with the thing they are known for; the cards of any other
// deck have the pictures of their kinds (looks.ts).
import type { Icon } from "../../lib/icon";
import firstPlaceMedal from "icon:fluent-emoji-flat/1st-place-medal";
import balanceScale from "icon:fluent-emoji-flat/balance-scale";
import bellhopBell from "icon:fluent-emoji-flat/bellhop-bell";
import birthdayCake from "icon:fluent-emoji-flat/birthday-cake";
import bottleWithPoppingCork from "icon:fluent-emoji-flat/bottle-with-popping-cork";
import bowlWithSpoon from "icon:fluent-emoji-flat/bowl-with-spoon";
import brain from "icon:fluent-emoji-flat/brain";
import bread from "icon:fluent-emoji-flat/bread";
import brownMushroom from "icon:fluent-emoji-flat/brown-mushroom";
import bus from "icon:fluent-emoji-flat/bus";
import butter from "icon:fluent-emoji-flat/butter";
import candle from "icon:fluent-emoji-flat/candle";
import cannedFood from "icon:fluent-emoji-flat/canned-food";
import chair from "icon:fluent-emoji-flat/chair";
import cheeseWedge from "icon:fluent-emoji-flat/cheese-wedge";
import chopsticks from "icon:fluent-emoji-flat/chopsticks";
import church from "icon:fluent-emoji-flat/church";
import cook from "icon:fluent-emoji-flat/cook";
import cookDark from "icon:fluent-emoji-flat/cook-dark";
import cookedRice from "icon:fluent-emoji-flat/cooked-rice";
import cooking from "icon:fluent-emoji-flat/cooking";
import couchAndLamp from "icon:fluent-emoji-flat/couch-and-lamp";
import croissant from "icon:fluent-emoji-flat/croissant";
import crown from "icon:fluent-emoji-flat/crown";
import crystalBall from "icon:fluent-emoji-flat/crystal-ball";
import cupcake from "icon:fluent-emoji-flat/cupcake";
import dashingAway from "icon:fluent-emoji-flat/dashing-away";
import dove from "icon:fluent-emoji-flat/dove";
import duck from "icon:fluent-emoji-flat/duck";
import faceSavoringFood from "icon:fluent-emoji-flat/face-savoring-food";
import faceWithRaisedEyebrow from "icon:fluent-emoji-flat/face-with-raised-eyebrow";
import faceWithTearsOfJoy from "icon:fluent-emoji-flat/face-with-tears-of-joy";
import fire from "icon:fluent-emoji-flat/fire";
import fish from "icon:fluent-emoji-flat/fish";
import forkAndKnife from "icon:fluent-emoji-flat/fork-and-knife";
import forkAndKnifeWithPlate from "icon:fluent-emoji-flat/fork-and-knife-with-plate";
import frenchFries from "icon:fluent-emoji-flat/french-fries";
import gear from "icon:fluent-emoji-flat/gear";
import gemStone from "icon:fluent-emoji-flat/gem-stone";
import glowingStar from "icon:fluent-emoji-flat/glowing-star";
import hammer from "icon:fluent-emoji-flat/hammer";
import handshake from "icon:fluent-emoji-flat/handshake";
import hotDog from "icon:fluent-emoji-flat/hot-dog";
import hushedFace from "icon:fluent-emoji-flat/hushed-face";
import kitchenKnife from "icon:fluent-emoji-flat/kitchen-knife";
import lobster from "icon:fluent-emoji-flat/lobster";
import manBeard from "icon:fluent-emoji-flat/man-beard";
import manCook from "icon:fluent-emoji-flat/man-cook";
import manCookDark from "icon:fluent-emoji-flat/man-cook-dark";
import manDark from "icon:fluent-emoji-flat/man-dark";
import manInTuxedo from "icon:fluent-emoji-flat/man-in-tuxedo";
import manInTuxedoMedium from "icon:fluent-emoji-flat/man-in-tuxedo-medium";
import mansShoe from "icon:fluent-emoji-flat/mans-shoe";
import meatOnBone from "icon:fluent-emoji-flat/meat-on-bone";
import microphone from "icon:fluent-emoji-flat/microphone";
import moneyBag from "icon:fluent-emoji-flat/money-bag";
import nameBadge from "icon:fluent-emoji-flat/name-badge";
import nauseatedFace from "icon:fluent-emoji-flat/nauseated-face";
import neutralFace from "icon:fluent-emoji-flat/neutral-face";
import oldWoman from "icon:fluent-emoji-flat/old-woman";
import oyster from "icon:fluent-emoji-flat/oyster";
import partyingFace from "icon:fluent-emoji-flat/partying-face";
import person from "icon:fluent-emoji-flat/person";
import personInTuxedo from "icon:fluent-emoji-flat/person-in-tuxedo";
import pie from "icon:fluent-emoji-flat/pie";
import potOfFood from "icon:fluent-emoji-flat/pot-of-food";
import potato from "icon:fluent-emoji-flat/potato";
import ring from "icon:fluent-emoji-flat/ring";
import runningShoe from "icon:fluent-emoji-flat/running-shoe";
import salt from "icon:fluent-emoji-flat/salt";
import sandwich from "icon:fluent-emoji-flat/sandwich";
import scroll from "icon:fluent-emoji-flat/scroll";
import seeNoEvilMonkey from "icon:fluent-emoji-flat/see-no-evil-monkey";
import shallowPanOfFood from "icon:fluent-emoji-flat/shallow-pan-of-food";
import shortcake from "icon:fluent-emoji-flat/shortcake";
import slightlySmilingFace from "icon:fluent-emoji-flat/slightly-smiling-face";
import smilingFaceWithHearts from "icon:fluent-emoji-flat/smiling-face-with-hearts";
import snowflake from "icon:fluent-emoji-flat/snowflake";
import soap from "icon:fluent-emoji-flat/soap";
import spaghetti from "icon:fluent-emoji-flat/spaghetti";
import sparkles from "icon:fluent-emoji-flat/sparkles";
import speechBalloon from "icon:fluent-emoji-flat/speech-balloon";
import spoon from "icon:fluent-emoji-flat/spoon";
import starStruck from "icon:fluent-emoji-flat/star-struck";
import steamingBowl from "icon:fluent-emoji-flat/steaming-bowl";
import sun from "icon:fluent-emoji-flat/sun";
import teapot from "icon:fluent-emoji-flat/teapot";
import telephoneReceiver from "icon:fluent-emoji-flat/telephone-receiver";
import thinkingFace from "icon:fluent-emoji-flat/thinking-face";
import timerClock from "icon:fluent-emoji-flat/timer-clock";
import tongue from "icon:fluent-emoji-flat/tongue";
import topHat from "icon:fluent-emoji-flat/top-hat";
import umbrella from "icon:fluent-emoji-flat/umbrella";
import unamusedFace from "icon:fluent-emoji-flat/unamused-face";
import windFace from "icon:fluent-emoji-flat/wind-face";
import wineGlass from "icon:fluent-emoji-flat/wine-glass";
import womanCook from "icon:fluent-emoji-flat/woman-cook";
import womanCookMedium from "icon:fluent-emoji-flat/woman-cook-medium";
import womanCurlyHair from "icon:fluent-emoji-flat/woman-curly-hair";
import womanDark from "icon:fluent-emoji-flat/woman-dark";
import womanInTuxedo from "icon:fluent-emoji-flat/woman-in-tuxedo";
import womanInTuxedoDark from "icon:fluent-emoji-flat/woman-in-tuxedo-dark";
import womanRedHair from "icon:fluent-emoji-flat/woman-red-hair";
import womanWhiteHair from "icon:fluent-emoji-flat/woman-white-hair";
import wood from "icon:fluent-emoji-flat/wood";
import zzz from "icon:fluent-emoji-flat/zzz";

/** A person, and small beside them what they are known for. */
function known(person: Icon, thing: Icon): Icon {
  const small = (0.5 * person.width) / thing.width;
  const at = `translate(${person.width * 0.5} ${person.height * 0.5}) scale(${small})`;
  return { ...person, body: `${person.body}<g transform="${at}">${thing.body}</g>` };
}

export const PICTURES: Record<string, Icon> = {
  "Sleepy Summer Temp": known(person, zzz),
  "Soup-Thumb Sam": known(manDark, steamingBowl),
  "Shy Trainee": known(womanCurlyHair, seeNoEvilMonkey),
  "The Owner's Nephew": known(personInTuxedo, moneyBag),
  "Chatty Part-Timer": known(womanRedHair, speechBalloon),
  "Honest Hank": known(manBeard, handshake),
  "Three-Plate Pia": known(womanInTuxedoDark, forkAndKnifeWithPlate),
  "Steady Betty": known(womanWhiteHair, balanceScale),
  "Quick-Step Quentin": known(manInTuxedoMedium, runningShoe),
  "No-Notepad Nora": known(womanCurlyHair, brain),
  "Smiling Head Waiter": known(manInTuxedoMedium, bellhopBell),
  "Tableside Charmer": known(womanInTuxedoDark, candle),
  "Silver-Tray Soraya": known(womanInTuxedo, sparkles),
  "Seasoned Sommelier": known(manBeard, wineGlass),
  "Mind-Reading Mina": known(womanDark, crystalBall),
  "Unflappable Ursula": known(womanWhiteHair, umbrella),
  "Velvet-Voiced Vincent": known(manInTuxedo, microphone),
  "Knower of All Names": known(personInTuxedo, nameBadge),
  "Waltzing Wine Captain": known(womanInTuxedo, bottleWithPoppingCork),
  "The Maître d' Herself": known(womanInTuxedoDark, crown),
  "Microwave Mike": known(manCook, timerClock),
  "Singed-Sleeve Sid": known(manCookDark, fire),
  "Salt-It-Twice Sally": known(womanCook, salt),
  "Dishwasher on Day Two": known(cook, soap),
  "Keen Potato Peeler": known(cookDark, potato),
  "Lunch-Rush Lou": known(manCook, dashingAway),
  "Omelette Olga": known(womanCook, cooking),
  "Grill Sergeant": known(manCookDark, meatOnBone),
  "Stockpot Stella": known(womanCookMedium, potOfFood),
  "Grandma on Weekends": known(oldWoman, spoon),
  "Saucier in Clogs": known(cook, mansShoe),
  "Gentle Sous-Chef": known(cookDark, dove),
  "Tweezer Virtuoso": known(cook, chopsticks),
  "Pastry Perfectionist": known(womanCookMedium, croissant),
  "Poet of the Knife": known(manCookDark, kitchenKnife),
  "Truffle Oracle": known(womanCook, brownMushroom),
  "Maestra of Butter": known(womanCookMedium, butter),
  "Keeper of the Sourdough": known(cookDark, bread),
  "Legend in a Tall Hat": known(manCook, glowingStar),
  "The Golden Palate": known(cook, firstPlaceMedal),
  "Soup of Yesterday": bowlWithSpoon,
  "Lukewarm Fries": frenchFries,
  "Mystery Meatloaf": cannedFood,
  "Damp Club Sandwich": sandwich,
  "Nearly Hot Dog": hotDog,
  "Daily Special, Again": potOfFood,
  "House Spaghetti": spaghetti,
  "Proper Cheese Toastie": cheeseWedge,
  "Crispy Friday Fish": fish,
  "Golden Chicken Pie": pie,
  "Ribs That Let Go": meatOnBone,
  "Duck with Opinions": duck,
  "Risotto Worth the Wait": cookedRice,
  "Scallops on a Cloud": oyster,
  "Twice-Risen Soufflé": cupcake,
  "Saffron Daydream": shallowPanOfFood,
  "Seven-Hour Consommé": steamingBowl,
  "Lobster in Evening Wear": lobster,
  "Cake of One Thousand Ahs": birthdayCake,
  "Dessert You'll Dream Of": shortcake,
  "Blunt Bread Knife": kitchenKnife,
  "Leaky Kettle": teapot,
  "Wobbly Table": chair,
  "Moody Toaster": bread,
  "Second-Hand Fryer": shallowPanOfFood,
  "Humming Fridge": snowflake,
  "Sharp-ish Knife Set": forkAndKnife,
  "Stack of Clean Plates": forkAndKnifeWithPlate,
  "Trusty Iron Skillet": cooking,
  "Sturdy Stand Mixer": gear,
  "Whisper-Quiet Hood": windFace,
  "Six-Burner Range": fire,
  "Family of Copper Pots": potOfFood,
  "Walk-In Wine Cellar": wineGlass,
  "Velvet Banquettes": couchAndLamp,
  "Marble Pastry Bench": croissant,
  "Hand-Forged Cleaver": hammer,
  "Wood-Fired Oven": wood,
  "Crystal Chandelier": candle,
  "Cathedral of a Stove": church,
  "My Fork Left Early": dashingAway,
  "Bring Your Own Salt": salt,
  "Edible, Technically": nauseatedFace,
  "Parking Was Nice": unamusedFace,
  "The Bread Was Free": bread,
  "I Have Had Worse": neutralFace,
  "Room to Improve": faceWithRaisedEyebrow,
  "It Filled a Gap": neutralFace,
  "Fine, Said My Aunt": oldWoman,
  "Decent by Daylight": sun,
  "Solid Soup, Odd Decor": thinkingFace,
  "Ate Most of It": slightlySmilingFace,
  "Worth the Bus Fare": bus,
  "A Pleasant Surprise": hushedFace,
  "Seconds, Please!": faceSavoringFood,
  "My Date Smiled": smilingFaceWithHearts,
  "We Stayed for Dessert": shortcake,
  "Book a Week Ahead": telephoneReceiver,
  "A Gem on the Corner": gemStone,
  "Licked the Plate Twice": tongue,
  "Hats Off to the Kitchen": topHat,
  "Cancel Other Plans": starStruck,
  "Poetry with Gravy": scroll,
  "Tears of Joy, Twice": faceWithTearsOfJoy,
  "I Proposed to the Chef": ring,
  "Worth a Second Mortgage": moneyBag,
  "The Best Night in Years": partyingFace,
  "Perfection, Plated": glowingStar,
};

/** The picture of a card by its name, if it has one of its own. */
export default function pictureOf(name: string): Icon | undefined {
  return PICTURES[name];
}
