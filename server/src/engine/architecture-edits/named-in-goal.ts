import type { EditedNode } from "./edited-draft.ts";
import { listNames } from "./find-node.ts";
import { knownParts, type KnownPart } from "./known-parts.ts";

/** A part and the words of a goal that call for it. */
export interface CalledPart {
  part: KnownPart;
  words: readonly [string, ...string[]];
}

export function listCalled(goal: string): CalledPart[] {
  return knownParts.flatMap((part) => {
    const [first, ...others] = [...goal.matchAll(new RegExp(part.words.source, "gi"))].map(([word]) => word);
    return first === undefined ? [] : [{ part, words: [first, ...others] as const }];
  });
}

interface GoalGround {
  nodes: readonly EditedNode[];
  parts: readonly CalledPart[];
}

/** The nodes that a goal names; else those that its words mean, one for a word, and which words mean several. */
export function findNamed(goal: string, ground: GoalGround): { named: EditedNode[]; problems: string[] } {
  const words = ` ${wordsOf(goal).join(" ")} `;
  // A node called "email" is no user of what else the goal wants because the goal says "email".
  const called = new Set(ground.parts.flatMap(({ words: said }) => said.flatMap(wordsOf)));
  const exact = ground.nodes.filter(({ name }) => {
    const isWanted = wordsOf(name).every((word) => called.has(word));
    return namesIt(words, name) && (!isWanted || isSubject(words, name));
  });
  const { sure = [], likely = [] } = Object.groupBy(exact, (node) => (isMeantByName(node) ? "sure" : "likely"));
  if (sure.length > 0) return { named: exact, problems: [] };
  const meant = findMeant(goal, ground);
  return meant.named.length > 0 ? meant : { named: likely, problems: likely.length > 0 ? [] : meant.problems };
}

/** "products" in a goal is of things before it is of a store that is called so. */
function isMeantByName({ form, name }: EditedNode): boolean {
  return form === "api" || form === "fullstack" || form === "frontend" || wordsOf(name).length > 1;
}

/** As words of its own, whatever is between them. `words` are those of the goal, each between two spaces. */
function namesIt(words: string, name: string): boolean {
  const named = wordsOf(name);
  const together = named.join("");
  return together.length >= 2 && (words.includes(` ${named.join(" ")} `) || words.includes(` ${together} `));
}

/** "payments sends an e-mail". */
function isSubject(words: string, name: string): boolean {
  const said = wordsOf(name).join(" ");
  return [
    " sends ",
    " uses ",
    " calls ",
    " asks ",
    " should ",
    " must ",
    " needs ",
    " shall ",
    " can ",
    " writes ",
    " notifies ",
  ].some((verb) => words.includes(` ${said}${verb}`));
}

/** Words of any goal, which tell nothing of whom it is about. */
const general = new Set(
  "also data each every from full have into just like make more need over page pages send should some text that them then they this time want when will with".split(
    " ",
  ),
);
/** Those who use a product are named in any goal; a node is called like them where it has them: "search over customers". */
const people =
  /^(?:people|persons?|users?|customers?|clients?|visitors?|buyers?|shoppers?|members?|guests?|everyone|everybody)$/;
const beforeThings = /^(?:over|across|in|among|through|of|about)$/;
const leastStem = 4;

/** The only node that has a word of the goal in its name, or that alone says it of itself: "ships" is of shipping-service. */
function findMeant(goal: string, { nodes, parts }: GoalGround): { named: EditedNode[]; problems: string[] } {
  const called = new Set(parts.flatMap(({ words }) => words.flatMap(wordsOf)));
  const said = wordsOf(goal);
  const stems = said
    .filter((word, at) => !people.test(word) || beforeThings.test(said[at - 1] ?? ""))
    .filter((word) => !general.has(word) && !called.has(word))
    .map((word) => ({
      word,
      stem: word.replace(/(?:ings?|ed|e?s)$/, ""),
      isThing: beforeThings.test(said[said.indexOf(word) - 1] ?? ""),
    }))
    .filter(({ stem }) => stem.length >= leastStem);
  const named = new Set<EditedNode>();
  const problems: string[] = [];
  for (const { word, stem, isThing } of stems) {
    const meant = whoHas({ stem, isThing }, nodes);
    const [first] = meant;
    if (meant.length === 1 && first !== undefined) named.add(first);
    else if (meant.length > 1) {
      problems.push(`"${word}" could mean ${listNames(meant, "or")}. Name the one that is meant.`);
    }
  }
  return { named: [...named], problems };
}

/**
 * Programs come before what they keep things in, names before descriptions, and a name that begins with the word before one
 * that has it somewhere. A description counts for what is looked through: "search over products".
 */
function whoHas(
  { stem, isThing }: { stem: string; isThing: boolean },
  nodes: readonly EditedNode[],
): readonly EditedNode[] {
  const programs = nodes.filter(({ form }) => form === "api" || form === "fullstack");
  const begins = ({ name }: EditedNode) => wordsOf(name).some((word) => word.startsWith(stem));
  const has = ({ name }: EditedNode) => wordsOf(name).some((word) => word.includes(stem));
  const says = ({ description }: EditedNode) => wordsOf(description).some((word) => word.startsWith(stem));
  const steps = [
    programs.filter(begins),
    nodes.filter(begins),
    programs.filter(has),
    isThing ? programs.filter(says) : [],
  ];
  return steps.find((found) => found.length > 0) ?? [];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
