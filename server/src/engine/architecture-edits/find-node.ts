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
  const tests: ((node: EditedNode) => boolean)[] = [
    (node) => node.name === name,
    (node) => node.name.toLowerCase() === name.toLowerCase(),
    (node) => plain(node.name) !== "" && plain(node.name) === plain(name),
    (node) => shortened(node.name) !== "" && shortened(node.name) === shortened(name),
    (node) => plain(name).length >= 3 && plain(node.name).includes(plain(name)),
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

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function shortened(name: string): string {
  return plain(name).replace(/(?:services?|server|svc|app|api|backend|frontend|worker|database|db)$/, "");
}
