import { isServiceForm, type EditedForm, type EditedNode, type SpokenChange } from "./edited-draft.ts";
import { bareName, isNodeName } from "./find-node.ts";
import { formOfWords, formPattern } from "./form-of-words.ts";
import { findTechnology, technologyPattern } from "./known-technologies.ts";

const command = /^(?:add|create|introduce|insert)\s+(?:me\s+)?(.+)$/i;
const article = "(?:(?:an?|another|one|the|some)\\s+)?(?:new\\s+)?";
const called = new RegExp(`^${article}(?:(${formPattern})\\s+)?(?:node\\s+)?(?:called|named)\\s+(.+)$`, "i");
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

const joined =
  /^(.*?)[\s,]+(?:and\s+)?(?:(?:connected|linked|wired)\s+(?:to|with)|(?:that|which)\s+(?:uses|calls|talks to|depends on|reads from|writes to|publishes to|consumes from|stores in))\s+(.+)$/i;
const between = /^(.*?)[\s,]+between\s+(.+?)\s+and\s+(.+)$/i;
const usedBy = /^(.*?)[\s,]+(?:(?:that\s+is\s+|which\s+is\s+)?used|called|read|written|filled)\s+by\s+(.+)$/i;
const described = /^(.*?)(?:\s*:\s+|\s+[-–—]\s+|[\s,]+(?:that|which)\s+|[\s,]+(for)\s+)(.+)$/i;

/** "add a backend called payments that takes card payments, connected to orders"; null where nothing is added. */
export function readAddition(clause: string, nodes: readonly EditedNode[]): SpokenChange[] | null {
  const said = command.exec(clause)?.[1];
  if (said === undefined) return null;
  const parts = readConnections(said, nodes);
  const [text, description] = readDescription(parts.text);
  const addition = readNode(text, nodes);
  if (addition === null) return null;
  const { name } = addition;
  return [
    { do: "add", ...addition, description },
    ...parts.sources.map((source): SpokenChange => ({ do: "connect", source, target: name })),
    ...parts.targets.map((target): SpokenChange => ({ do: "connect", source: name, target })),
  ];
}

/** Only of nodes that are there: "a page between two others" may be a name or a description. */
function readConnections(said: string, nodes: readonly EditedNode[]) {
  const middle = between.exec(said);
  if (middle?.[2] && middle[3] && isNodeName(middle[2], nodes) && isNodeName(middle[3], nodes)) {
    return { text: middle[1] ?? "", sources: [middle[2]], targets: [middle[3]] };
  }
  const users = usedBy.exec(said);
  if (users?.[2] && isNodeName(users[2], nodes)) return { text: users[1] ?? "", sources: [users[2]], targets: [] };
  const used = joined.exec(said);
  if (used?.[2]) {
    const targets = isNodeName(used[2], nodes) ? [used[2]] : used[2].split(/\s*,\s*|\s+and\s+/i);
    if (targets.every((target) => isNodeName(target, nodes))) return { text: used[1] ?? "", sources: [], targets };
  }
  return { text: said, sources: [], targets: [] };
}

function readDescription(said: string): [string, string | null] {
  const match = described.exec(said);
  const words = match?.[3]?.trim();
  if (!match?.[1] || !words) return [said.trim(), null];
  const sentence = match[2] === undefined ? words : `${match[2]} ${words}`;
  return [match[1].trim(), sentence.charAt(0).toUpperCase() + sentence.slice(1)];
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
