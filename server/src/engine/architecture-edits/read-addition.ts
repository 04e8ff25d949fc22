import { isServiceForm, type EditedForm, type EditedNode, type SpokenChange } from "./edited-draft.ts";
import { bareName } from "./find-node.ts";
import { formOfWords, formPattern } from "./form-of-words.ts";
import { findTechnology, technologyPattern } from "./known-technologies.ts";
import { holdQuotes } from "./quoted-words.ts";
import { readRelatives } from "./read-relatives.ts";

const command = /^(?:add|create|introduce|insert)\s+(?:me\s+)?(.+)$/i;
const article = "(?:(?:an?|another|one|the|some)\\s+)?(?:new\\s+)?";
const called = new RegExp(
  `^${article}(?:(?:[\\w-]+\\s+){0,2}?(${formPattern})\\s+)?(?:node\\s+)?(?:called|named)\\s+(.+)$`,
  "i",
);
const asForm = new RegExp(`^(.+?)\\s+as\\s+${article}(${formPattern})$`, "i");
const formFirst = new RegExp(`^${article}(${formPattern})[\\s:]+(?!$)(.+)$`, "i");
const formLast = new RegExp(`^${article}(.+?)\\s+(${formPattern})$`, "i");
const isArticle = /^(?:an?|another|one|the|some|new|\s)+$/i;
/** "a Postgres database called ledger", "a Redis cache", "Stripe". */
const ofTechnology = new RegExp(
  `^${article}(${technologyPattern})(?:\\s+(${formPattern}))?(?:\\s+(?:called|named)\\s+(.+))?$`,
  "i",
);
const withoutForm = new RegExp(`^${article}(?:node\\s+)?(.+)$`, "i");

/** What follows the name, and tells what the new part does. */
const described = /^(.*?)(?:\s*:\s+|\s+[-–—]\s+|[\s,]+(for)\s+)(.+)$/i;
/** "a service loyalty that web uses and a queue called mails that admin reads from": one verb for several. */
const nextPart = new RegExp(
  `\\s*,\\s*(?:and\\s+)?(?=${article}(?:${formPattern})\\s)|\\s+and\\s+(?=(?:an?|another)\\s+(?:new\\s+)?(?:${formPattern})\\s)`,
  "gi",
);
const maxParts = 12;
/** A service is described by so many characters at least; less says nothing. */
const leastDescription = 16;

/** What a command makes, and words of it that say nothing which could be drawn. */
interface ReadAddition {
  changes: SpokenChange[];
  unread: string[];
}

/** "add a backend called payments that takes card payments, connected to orders"; null where nothing is added. */
export function readAddition(clause: string, nodes: readonly EditedNode[]): ReadAddition | null {
  const said = command.exec(clause)?.[1];
  if (said === undefined) return null;
  return readSeveral(said, nodes) ?? readOne(said, nodes);
}

/** Only where each of them is a part with lines, and nothing else: a description may name other parts. */
function readSeveral(said: string, nodes: readonly EditedNode[]): ReadAddition | null {
  const held = holdQuotes(said);
  const parts = held.text.split(nextPart).map(held.restore);
  if (parts.length < 2 || parts.length > maxParts) return null;
  const known = [...nodes];
  const changes: SpokenChange[] = [];
  for (const part of parts) {
    const one = readOne(part, known);
    const [added] = one?.changes ?? [];
    if (one === null || added?.do !== "add" || one.unread.length > 0 || added.description) return null;
    changes.push(...one.changes);
    known.push({ nodeId: `said:${added.name}`, form: added.type ?? "api", name: added.name, description: "" });
  }
  return { changes, unread: [] };
}

function readOne(said: string, nodes: readonly EditedNode[]): ReadAddition | null {
  const { text: front, sources, targets, rest } = readRelatives(said, nodes);
  const [text, own] = readDescription(front);
  const addition = readNode(text, nodes);
  if (addition === null) return null;
  const words = [own, rest.replace(/^(?:that|which)\s+/i, "")].filter((one) => one).join(", and ");
  // Of what is no service the words are told with the change.
  const isKept = words.length >= leastDescription || (addition.type !== null && !isServiceForm(addition.type));
  const description = words === "" || !isKept ? null : words.charAt(0).toUpperCase() + words.slice(1);
  const { name } = addition;
  return {
    changes: [
      { do: "add", ...addition, description },
      ...sources.map((source): SpokenChange => ({ do: "connect", source, target: name })),
      ...targets.map((target): SpokenChange => ({ do: "connect", source: name, target })),
    ],
    unread: words === "" || isKept ? [] : [own !== null && rest === "" ? own : rest],
  };
}

function readDescription(said: string): [string, string | null] {
  const match = described.exec(said);
  const words = match?.[3]?.trim();
  if (!match?.[1] || !words) return [said.trim(), null];
  return [match[1].trim(), match[2] === undefined ? words : `${match[2]} ${words}`];
}

function readNode(said: string, nodes: readonly EditedNode[]): SpokenNode | null {
  const text = said.trim();
  const known = ofTechnology.exec(text);
  if (known?.[1]) return readTechnology(known[1], known[2], known[3]);
  const named = called.exec(text);
  if (named?.[2]) return { name: bareName(named[2]), type: formOfWords(named[1] ?? "") };
  const typed = asForm.exec(text);
  if (typed?.[1] && typed[2]) return { name: bareName(typed[1]), type: formOfWords(typed[2]) };
  const first = formFirst.exec(text);
  if (first?.[1] && first[2]) return { name: bareName(first[2]), type: formOfWords(first[1]) };
  // "add an outside service": what it is called is open.
  if (formOfWords(withoutForm.exec(text)?.[1] ?? "") !== null) return null;
  const last = formLast.exec(text);
  if (last?.[1] && last[2] && !isArticle.test(last[1])) {
    const name = bareName(last[1]);
    const isTaken = nodes.some((node) => node.name.toLowerCase() === name.toLowerCase());
    return { name: isTaken ? `${name} ${last[2]}` : name, type: formOfWords(last[2]) };
  }
  const bare = withoutForm.exec(text)?.[1] ?? "";
  return bare === "" ? null : { name: bareName(bare), type: null };
}

/** Without a name of its own it is called what it is. What others made is no service, whatever word stands behind it. */
function readTechnology(said: string, form: string | undefined, named: string | undefined): SpokenNode | null {
  const found = findTechnology(said);
  if (found === null) return null;
  const { name, form: own } = found;
  const type: EditedForm | null = form === undefined ? own : formOfWords(form);
  return {
    name: named === undefined ? name : bareName(named),
    type: type === null || isServiceForm(type) ? own : type,
    technology: name,
  };
}

type SpokenNode = Pick<Extract<SpokenChange, { do: "add" }>, "name" | "type" | "technology">;
