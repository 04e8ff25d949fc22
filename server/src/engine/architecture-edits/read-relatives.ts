import type { EditedNode } from "./edited-draft.ts";
import { bareName, isNodeName } from "./find-node.ts";
import { formPattern } from "./form-of-words.ts";
import { listNodes } from "./list-nodes.ts";
import { holdQuotes } from "./quoted-words.ts";
import { useVerb } from "./use-verbs.ts";

/** What is said of a new part behind its name. */
export interface ReadRelatives {
  /** The words in front, with the name. */
  text: string;
  /** Parts that use the new one. */
  sources: string[];
  /** Parts that the new one uses. */
  targets: string[];
  /** What is left of the words behind: what the new part does. */
  rest: string;
}

type LineEnds = Pick<ReadRelatives, "sources" | "targets">;
type NodesThere = { nodes: readonly EditedNode[] };

const passive = "(?:used|called|read(?:\\s+from)?|written(?:\\s+(?:in)?to)?|filled|fed|needed|queried|consumed)\\s+by";
const being = "(?:(?:is|are|gets?|will\\s+be|should\\s+be|to\\s+be)\\s+)?";
/** Nothing but what a part is connected with begins so. */
const surely =
  "(?:using|calling|writing\\s+(?:in)?to|talking\\s+to|depending\\s+on|publishing\\s+(?:to|in)|storing\\s+in)";
const maybe = "(?:reading(?:\\s+from)?|listening\\s+to|subscribing\\s+to|consuming(?:\\s+from)?|needing)";
const joined = "(?:connected|linked|wired)\\s+(?:to|with)";
const begins = `(?:(?:that|which)|${being}${passive}|between|${joined}|${surely}|${maybe}|(?:from|to|into|in)\\s+which)\\s`;
/** "that is | used by" and "to | which" begin before. */
const within = "(?<!\\b(?:that|which|is|are|be|gets?|to|from|into|in))";
const boundary = new RegExp(`${within}([\\s,]+(?:and\\s+|but\\s+)?)(?=${begins})`, "i");

const [isUsed, isJoined, isDoing, mayBeDoing] = [
  new RegExp(`^(?:(?:that|which)\\s+)?${being}${passive}\\s+(.+)$`, "i"),
  new RegExp(`^(?:(?:that|which)\\s+(?:is|are)\\s+)?${joined}\\s+(.+)$`, "i"),
  new RegExp(`^${surely}\\s+(.+)$`, "i"),
  new RegExp(`^${maybe}\\s+(.+)$`, "i"),
];
const between = /^between\s+(.+)$/i;
const which =
  /^(?:from|to|into|in)\s+which\s+(.+?)\s+(?:reads?|writes?|publish(?:es)?|sends?(?:\s+messages)?|consumes?|stores?|caches?)$/i;
const relative = /^(?:that|which)\s+(.+)$/i;
const modal = "(?:(?:should|will|can|may|must|shall|only)\\s+)?";
/** "web uses", "web writes to and admin reads from". */
const usedEach = new RegExp(`(.+?)\\s+${modal}${useVerb}(?:\\s+and\\s+|\\s*,\\s*(?:and\\s+)?|$)`, "giy");
/** "uses orders", "reads from orders and writes to mails". */
const usesEach = new RegExp(
  `(?:^|\\s+and\\s+|\\s*,\\s*(?:and\\s+)?)${modal}${useVerb}\\s+(.+?)(?=(?:\\s+and|\\s*,(?:\\s*and)?)\\s+${useVerb}\\s|$)`,
  "giy",
);
/** Another part that a description names: what follows is said of that. */
const otherPart = new RegExp(`\\b(?:an?|another)\\s+(?:\\w+\\s+)?(?:${formPattern})\\b`, "i");
/** A person's own sentence follows. */
const describes = /:\s|\s[-–—]\s|\sfor\s/;
const maxPieces = 20;

/** "a queue called mails that web writes to and admin reads from", "a gateway between web and api, used by admin". */
export function readRelatives(said: string, nodes: readonly EditedNode[]): ReadRelatives {
  const held = holdQuotes(said);
  // Words and what stands between them by turns.
  const [head = "", ...others] = held.text.split(boundary).map(held.restore);
  const read: ReadRelatives = { text: head, sources: [], targets: [], rest: "" };
  if (others.length > maxPieces * 2) return { ...read, rest: others.join("").trim() };
  for (let at = 0; at < others.length; at += 2) {
    const [between = "", piece = ""] = others.slice(at, at + 2);
    const ends = otherPart.test(read.rest) ? null : readPiece(piece, { nodes });
    if (ends !== null) {
      read.sources.push(...ends.sources);
      read.targets.push(...ends.targets);
    } else if (read.rest === "" && (describes.test(read.text) || !relative.test(piece))) read.text += between + piece;
    else read.rest += (read.rest === "" ? "" : between) + piece;
  }
  return read;
}

/** Null where it says something else of the part. What can say nothing else may name a part that is not there. */
function readPiece(piece: string, names: NodesThere): LineEnds | null {
  const [users, used] = [isUsed.exec(piece)?.[1], isJoined.exec(piece)?.[1] ?? isDoing.exec(piece)?.[1]];
  if (users !== undefined) return { sources: listNodes(users, names), targets: [] };
  if (used !== undefined) return { sources: [], targets: listNodes(used, names) };
  const middle = between.exec(piece)?.[1];
  if (middle !== undefined) return readBetween(middle, names);
  const [writers, read] = [which.exec(piece)?.[1], mayBeDoing.exec(piece)?.[1]];
  if (writers !== undefined) return allThere({ sources: listNodes(writers, names), targets: [] }, names);
  if (read !== undefined) return allThere({ sources: [], targets: listNodes(read, names) }, names);
  const body = relative.exec(piece)?.[1];
  return body === undefined ? null : readRelative(body, names);
}

function readRelative(body: string, names: NodesThere): LineEnds | null {
  const targets = eachOf(body, usesEach)?.flatMap((one) => listNodes(one, names)) ?? [];
  const uses = allThere({ sources: [], targets }, names);
  if (uses !== null) return uses;
  const users = eachOf(body, usedEach) ?? [];
  const sources = users.flatMap((one) => listNodes(one, names));
  const isPlain = users.length > 0 && users.every((one) => /^\S+$/.test(bareName(one)));
  // "that billing uses" names a part, be it there or not; "that our customers use" tells what it is for.
  return isPlain ? { sources, targets: [] } : allThere({ sources, targets: [] }, names);
}

/** What a pattern finds, one behind the other, all through a text; null where it leaves anything of it. */
function eachOf(text: string, pattern: RegExp): string[] | null {
  const found = [...text.matchAll(pattern)];
  const length = found.reduce((sum, [whole]) => sum + whole.length, 0);
  return found.length > 0 && length === text.length ? found.map(([, name = ""]) => name) : null;
}

function allThere({ sources, targets }: LineEnds, { nodes }: NodesThere): LineEnds | null {
  const all = [...sources, ...targets];
  return all.length > 0 && all.every((name) => isNodeName(name, nodes)) ? { sources, targets } : null;
}

/** "A and B", each of which may have an "and" itself. */
function readBetween(said: string, { nodes }: NodesThere): LineEnds | null {
  const parts = said.split(/\s+and\s+/i);
  for (let at = 1; at < parts.length; at += 1) {
    const ends = { sources: [parts.slice(0, at).join(" and ")], targets: [parts.slice(at).join(" and ")] };
    if (allThere(ends, { nodes }) !== null) return ends;
  }
  return null;
}
