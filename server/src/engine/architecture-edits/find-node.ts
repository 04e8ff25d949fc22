import type { EditedNode } from "./edited-draft.ts";

/** One node, several that could be meant, or none. */
export type NodeMatch = { node: EditedNode } | { problem: string };

const maxNamed = 12;

/**
 * The node that a name means: written like it, else like it but for spaces, dashes and words such as "service", else the
 * only one that has it in its name.
 */
export function findNode(said: string, nodes: readonly EditedNode[]): NodeMatch {
  const name = bareName(said);
  const meant = spell(name);
  const tests: ((node: EditedNode) => boolean)[] = [
    (node) => node.name === name,
    (node) => spellingOf(node).lower === meant.lower,
    (node) => meant.plain !== "" && spellingOf(node).plain === meant.plain,
    (node) => meant.short !== "" && spellingOf(node).short === meant.short,
    (node) => meant.plain.length >= 3 && spellingOf(node).plain.includes(meant.plain),
  ];
  for (const test of tests) {
    const found = nodes.filter(test);
    const [first] = found;
    if (found.length === 1 && first !== undefined) return { node: first };
    if (found.length > 1) return { problem: `"${name}" could be ${listNames(found, "or")}. Say the whole name.` };
  }
  if (nodes.length === 0) return { problem: `There is no node "${name}": there are no nodes yet.` };
  return { problem: `There is no node "${name}". There are ${listNames(nodes, "and")}.` };
}

/** Whether a name means exactly one node. */
export function isNodeName(said: string, nodes: readonly EditedNode[]): boolean {
  return "node" in findNode(said, nodes);
}

/** Without quotes, an article, and "node" behind it. */
export function bareName(said: string): string {
  const unquoted = said.trim().replaceAll(/^["'“”‘’`]+|["'“”‘’`.,!?]+$/gu, "");
  return unquoted
    .replace(/^(?:the|our|my|this|that)\s+/i, "")
    .replace(/\s+node$/i, "")
    .replaceAll(/^["'“”‘’`]+|["'“”‘’`]+$/gu, "")
    .trim();
}

/** "web, api and 3 more". */
export function listNames(nodes: readonly { name: string }[], word: "and" | "or"): string {
  const names = nodes.slice(0, maxNamed).map(({ name }) => `"${name}"`);
  const more = nodes.length - names.length;
  const parts = more > 0 ? [...names, `${more} more`] : names;
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}

interface NameSpelling {
  lower: string;
  /** Letters and digits alone. */
  plain: string;
  /** Without words that only say that it is a part of a program. */
  short: string;
}

/** A request names many nodes, each looked for among all: their spellings are worked out once. */
const spellings = new WeakMap<EditedNode, NameSpelling>();

function spellingOf(node: EditedNode): NameSpelling {
  const known = spellings.get(node);
  if (known) return known;
  const spelling = spell(node.name);
  spellings.set(node, spelling);
  return spelling;
}

function spell(name: string): NameSpelling {
  const lower = name.toLowerCase();
  const plain = lower.replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return {
    lower,
    plain,
    short: plain.replace(/(?:services?|server|svc|app|api|backend|frontend|worker|database|db)$/, ""),
  };
}
