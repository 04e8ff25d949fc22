import type { EditedNode, SpokenChange } from "./edited-draft.ts";
import { bareName, isNodeName } from "./find-node.ts";
import { formOfWords, formPattern } from "./form-of-words.ts";
import { listNodes, splitNames } from "./list-nodes.ts";
import { readAddition } from "./read-addition.ts";
import { splitClauses } from "./split-clauses.ts";
import { useVerb } from "./use-verbs.ts";

/** Of one request. What is longer is no list of commands that a person looks through. */
const maxClauses = 40;

/** Commands in the words of a person, and the clauses that are none. */
export interface ReadCommands {
  changes: SpokenChange[];
  unread: string[];
}

type NodeNames = { nodes: readonly EditedNode[] };
type Reader = (match: RegExpExecArray, names: NodeNames) => SpokenChange[] | null;

const mayNot =
  "(?:must\\s?n[o']t|must\\s+not|may\\s+not|should\\s?n[o']t|should\\s+not|can\\s?n?[o']t|can\\s+not|cannot)";

/** The first that reads a clause counts, so what says more comes first. */
const patterns: readonly (readonly [RegExp, Reader])[] = [
  [
    /^(?:re-?arrange|arrange|tidy(?:\s+up)?|lay\s?out|auto-?\s?layout|clean\s+up|sort)(?:\s+(?:it|all|everything|nodes|them|things|(?:(?:all|the)\s+)*(?:nodes|canvas|picture|diagram|drawing|architecture|boxes)))?(?:\s+(?:out|up|again|automatically))*$/i,
    () => [{ do: "arrange" }],
  ],
  [/^rename\s+(.+?)\s+(?:to|as|into)\s+(.+)$/i, rename],
  [/^change\s+(?:the\s+)?name\s+of\s+(.+?)\s+to\s+(.+)$/i, rename],
  [/^(?:describe)\s+(.+?)(?:\s+(?:as|with)|\s*:)\s+(.+)$/i, describe],
  [/^(?:set|change)\s+(?:the\s+)?description\s+of\s+(.+?)\s+to:?\s+(.+)$/i, describe],
  [
    /^split\s+(?:up\s+)?(.+?)\s+(?:up\s+)?(?:in|into|to)\s+(.+)$/i,
    ([, node = "", parts = ""]) => [{ do: "split", node, into: splitNames(parts) }],
  ],
  [/^(?:disconnect|unlink|detach|unwire)\s+(.+?)\s+(?:from|and)\s+(.+)$/i, pairs("disconnect")],
  [
    /^(?:remove|delete|drop)\s+(?:the\s+|any\s+)?(?:line|edge|connection|arrow|link)s?\s+(?:from|between|of)\s+(.+?)\s+(?:to|and)\s+(.+)$/i,
    pairs("disconnect"),
  ],
  [
    /^forbid\s+(.+?)\s+(?:to\s+(?:use|call|read|access)|from\s+(?:using|calling|reading)|to|->|→)\s+(.+)$/i,
    pairs("forbid"),
  ],
  [new RegExp(`^(.+?)\\s+${mayNot}\\s+${useVerb}\\s+(.+)$`, "i"), pairs("forbid")],
  [
    /^(?:connect|link|wire|join|hook)\s+(?:up\s+)?(.+?)\s+(?:up\s+)?(?:to|with|into)\s+(.+?)\s+as\s+(\w+)$/i,
    (match, names) => {
      const reason = `Asked for as "${match[3]}": a line keeps no word of its own, and shows what the code does.`;
      return pairs("connect")(match, names)?.map((change) => ({ ...change, reason })) ?? null;
    },
  ],
  [/^(?:connect|link|wire|join|hook)\s+(?:up\s+)?(.+?)\s+(?:up\s+)?(?:to|with|into)\s+(.+)$/i, pairs("connect")],
  [/^(?:connect|link|join)\s+(.+?)\s+and\s+(.+)$/i, pairs("connect")],
  [
    /^(?:draw|add|create|make)\s+(?:an?\s+)?(?:line|edge|connection|arrow|link)\s+(?:from|between)\s+(.+?)\s+(?:to|and)\s+(.+)$/i,
    pairs("connect"),
  ],
  [/^allow\s+(.+?)\s+(?:to\s+(?:use|call|read|access)|to|->|→)\s+(.+)$/i, pairs("connect")],
  [
    new RegExp(`^(?:change|set)\\s+(?:the\\s+)?type\\s+of\\s+(.+?)\\s+to\\s+(?:an?\\s+)?(${formPattern})$`, "i"),
    retype,
  ],
  [
    new RegExp(
      `^(?:make|turn|change|convert|mark)\\s+(.+?)\\s+(?:into\\s+|to\\s+(?:be\\s+)?|as\\s+)?an?\\s+(${formPattern})$`,
      "i",
    ),
    retype,
  ],
  [new RegExp(`^(?:change|convert|turn)\\s+(.+?)\\s+(?:in)?to\\s+(${formPattern})$`, "i"), retype],
  [new RegExp(`^(.+?)\\s+is\\s+(?:really\\s+|actually\\s+)?an?\\s+(${formPattern})$`, "i"), retype],
  [
    /^(?:remove|delete|drop|get\s+rid\s+of|take\s+out)\s+(.+)$/i,
    ([, said = ""], names) => listNodes(said, names).map((node): SpokenChange => ({ do: "remove", node })),
  ],
  [/^(.+?)\s*(?:->|→|=>)\s*(.+)$/, pairs("connect")],
  [
    new RegExp(`^(?:let\\s+|make\\s+)?(.+?)\\s+(?:(?:should|may|can|must)\\s+)?${useVerb}\\s+(.+)$`, "i"),
    // A sentence like any other, unless both are there.
    (match, names) => {
      const [sources, targets] = [match[1], match[2]].map((said = "") => listNodes(said, names));
      const areThere = [...(sources ?? []), ...(targets ?? [])].every((name) => isNodeName(name, names.nodes));
      return areThere ? pairs("connect")(match, names) : null;
    },
  ],
];

function rename([, node = "", name = ""]: RegExpExecArray): SpokenChange[] {
  return [{ do: "rename", node, name }];
}

function describe([, node = "", text = ""]: RegExpExecArray): SpokenChange[] {
  return [{ do: "describe", node, description: text.replaceAll(/^["“`]|["”`]$/g, "").trim() }];
}

function retype([, said = "", form = ""]: RegExpExecArray, names: NodeNames): SpokenChange[] | null {
  const type = formOfWords(form);
  return type === null ? null : listNodes(said, names).map((node) => ({ do: "retype", node, type }));
}

function pairs(what: "connect" | "forbid" | "disconnect"): Reader {
  return ([, from = "", to = ""], names) =>
    listNodes(from, names).flatMap((source) =>
      listNodes(to, names).map((target): SpokenChange => ({ do: what, source, target })),
    );
}

/** Reads each clause by itself; "it" is the node that the clause before named first. */
export function readCommands(request: string, start: readonly EditedNode[]): ReadCommands {
  const nodes = [...start];
  const read: ReadCommands = { changes: [], unread: [] };
  let it: string | null = null;
  const clauses = splitClauses(request);
  if (clauses.length > maxClauses) return { changes: [], unread: [`${clauses.length} commands at once`] };
  for (const clause of clauses) {
    const text = it === null ? clause : replaceIt(clause, it);
    const added = readClause(text, { nodes });
    if (added === null) {
      read.unread.push(clause);
      continue;
    }
    const { changes, unread } = added;
    read.changes.push(...changes);
    read.unread.push(...unread);
    for (const change of changes) nodes.push(...namesOf(change));
    it = subjectOf(changes[0]) ?? it;
  }
  return read;
}

function replaceIt(clause: string, name: string): string {
  return clause.replaceAll(/\b(?:it|this one|that one)\b/gi, `"${name}"`);
}

/** "connect a to b and c to d": a verb that several pairs share. */
const sharedVerb =
  /^((?:connect|link|wire|join|hook|disconnect|unlink|detach|forbid|allow)\s+)(.+?\s+(?:to|with|from)\s+.+?)(?:\s*,\s*(?:and\s+)?|\s+and\s+)(.+?\s+(?:to|with|from)\s+.+)$/i;

const maxShared = 500;

/** Null where what stands behind the first pair is none of nodes that are there. */
function readPairs(clause: string, names: NodeNames): SpokenChange[] | null {
  const match = clause.length > maxShared ? null : sharedVerb.exec(clause);
  const [, verb = "", first = "", others = ""] = match ?? [];
  const more = others === "" ? null : readCommand(verb + others, names);
  const areThere = more?.every((change) => "source" in change && isNodeName(change.source, names.nodes)) ?? false;
  const changes = areThere ? readCommand(verb + first, names) : null;
  return changes === null || more === null ? null : [...changes, ...more];
}

function readClause(clause: string, names: NodeNames): ReadCommands | null {
  const changes = readCommand(clause, names);
  return changes === null ? readAddition(clause, names.nodes) : { changes, unread: [] };
}

function readCommand(clause: string, names: NodeNames): SpokenChange[] | null {
  const pairsOfVerb = readPairs(clause, names);
  if (pairsOfVerb !== null) return pairsOfVerb;
  for (const [pattern, reader] of patterns) {
    const match = pattern.exec(clause);
    const changes = match && reader(match, names);
    if (changes && changes.length > 0) return changes;
  }
  return null;
}

/** The nodes that a command makes, so that later ones can name them. */
function namesOf(change: SpokenChange): EditedNode[] {
  const names =
    change.do === "add" || change.do === "rename" ? [change.name] : change.do === "split" ? [...change.into] : [];
  return names.map((name) => ({ nodeId: `said:${name}`, form: "api", name: bareName(name), description: "" }));
}

function subjectOf(change: SpokenChange | undefined): string | null {
  if (change === undefined || change.do === "arrange" || change.do === "remove") return null;
  if (change.do === "add" || change.do === "rename") return bareName(change.name);
  return bareName("node" in change ? change.node : change.source);
}
