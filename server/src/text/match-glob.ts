/** Characters of a path that one place of a pattern takes, and where it goes on after them or without any. */
interface GlobState {
  takes: (character: string) => boolean;
  next: number[];
  without: number[];
}

type GlobPart =
  | { kind: "one" | "many"; takes: GlobState["takes"] }
  /** Any number of whole folders, each with its slash. */
  | { kind: "folders" }
  | { kind: "choice"; options: GlobPart[][] };

const nothing = () => false;
const anything = () => true;
const inFolder = (character: string) => character !== "/";

/**
 * Whether a pattern matches a path as a whole: `*` and `?` within a folder, `**` over folders, `[a-z]`, `{a,b}`, and a
 * backslash before what is meant as it is. Names that begin with a dot are names like others. Takes time in proportion to
 * the lengths of both, however the pattern is made: those that are translated to regular expressions can take for ever.
 */
export function matchGlob(path: string, pattern: string): boolean {
  const states: GlobState[] = [{ takes: nothing, next: [], without: [] }];
  const { parts } = parseParts({ pattern, opens: findOpens(pattern) }, 0, false);
  let current = reach(states, [connect(states, parts, 0)]);
  for (const character of path) {
    const taken = [...current].flatMap((at) => (states[at]?.takes(character) === true ? states[at].next : []));
    if (taken.length === 0) return false;
    current = reach(states, taken);
  }
  return current.has(0);
}

/** Also what is reached without taking anything. */
function reach(states: readonly GlobState[], from: readonly number[]): Set<number> {
  const reached = new Set(from);
  for (const at of reached) for (const next of states[at]?.without ?? []) reached.add(next);
  return reached;
}

/** Puts the states of the parts in front of the state `end`, and returns the first. */
function connect(states: GlobState[], parts: readonly GlobPart[], end: number): number {
  return parts.reduceRight((next, part) => {
    switch (part.kind) {
      case "one":
        return states.push({ takes: part.takes, next: [next], without: [] }) - 1;
      case "many":
        return addLoop(states, part.takes, next);
      case "folders": {
        const slash = states.push({ takes: (character) => character === "/", next: [next], without: [] }) - 1;
        return states.push({ takes: nothing, next: [], without: [next, addLoop(states, anything, slash)] }) - 1;
      }
      case "choice": {
        const without = part.options.map((option) => connect(states, option, next));
        return states.push({ takes: nothing, next: [], without }) - 1;
      }
    }
  }, end);
}

function addLoop(states: GlobState[], takes: GlobState["takes"], next: number): number {
  return states.push({ takes, next: [states.length], without: [next] }) - 1;
}

/** A pattern, and where the braces open that are closed again; others mean themselves. */
interface GlobText {
  pattern: string;
  opens: ReadonlySet<number>;
}

const escaped = /^\\[^]/;
const set = /^\[([!^]?)(\]?[^\]]*)\]/;

function findOpens(pattern: string): Set<number> {
  const opens = new Set<number>();
  const open: number[] = [];
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at);
    if (rest.startsWith("{")) open.push(at);
    const closed = rest.startsWith("}") ? open.pop() : undefined;
    if (closed !== undefined) opens.add(closed);
    at += (escaped.exec(rest) ?? set.exec(rest))?.[0].length ?? 1;
  }
  return opens;
}

/** The parts from a position on, up to the end or, inside braces, up to a comma or the closing one. */
function parseParts(text: GlobText, start: number, isInside: boolean): { parts: GlobPart[]; end: number } {
  const parts: GlobPart[] = [];
  const ends = isInside ? /^(?:[,}]|$)/ : /^$/;
  let at = start;
  while (!ends.test(text.pattern.slice(at, at + 1))) {
    const { part, length } = parsePart(text, at);
    parts.push(part);
    at += length;
  }
  return { parts, end: at };
}

function parsePart(text: GlobText, at: number): { part: GlobPart; length: number } {
  const rest = text.pattern.slice(at);
  const [character = ""] = rest;
  if (rest.startsWith("**") && /[/{,]|^$/.test(text.pattern[at - 1] ?? "")) {
    if (rest.startsWith("**/")) return { part: { kind: "folders" }, length: 3 };
    if (/^\*\*(?:[,}]|$)/.test(rest)) return { part: { kind: "many", takes: anything }, length: 2 };
  }
  if (character === "*") return { part: { kind: "many", takes: inFolder }, length: 1 };
  if (character === "?") return { part: { kind: "one", takes: inFolder }, length: 1 };
  if (text.opens.has(at)) return parseChoice(text, at);
  const [whole, not = "", characters = ""] = set.exec(rest) ?? [];
  if (whole !== undefined)
    return { part: { kind: "one", takes: takesSet(not !== "", characters) }, length: whole.length };
  const literal = escaped.test(rest) ? rest[1] : character;
  return { part: { kind: "one", takes: (one) => one === literal }, length: escaped.test(rest) ? 2 : 1 };
}

function parseChoice(text: GlobText, start: number): { part: GlobPart; length: number } {
  const options: GlobPart[][] = [];
  let at = start;
  do {
    const { parts, end } = parseParts(text, at + 1, true);
    options.push(parts);
    at = end;
  } while (text.pattern[at] === ",");
  return { part: { kind: "choice", options }, length: at + 1 - start };
}

/** "a-z_" of `[a-z_]`. */
function takesSet(isNegated: boolean, set: string): GlobState["takes"] {
  const ranges = [...set.matchAll(/([^])-([^])|([^])/g)].map(
    ([, from, to, one = ""]) => [from ?? one, to ?? one] as const,
  );
  return (character) =>
    inFolder(character) && ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}
