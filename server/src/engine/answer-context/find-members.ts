import type { FileFacts, SymbolFact, TextFact } from "#server/code-index/ports/facts.ts";

/** Of shorter objects and calls the whole is told. */
const leastHost = 16;
/** Of shorter functions a block inside is no unit of its own. */
const leastFunction = 80;
const leastMember = 3;
/** A longer call that is given an object is told by what that holds. */
const longCall = 60;
const maxSignature = 200;
const maxMembers = 400;
const maxDocLines = 30;
const hosts = new Set<SymbolFact["kind"]>(["constant", "variable", "function", "method", "component", "module"]);
const bodies = new Set<SymbolFact["kind"]>(["function", "method", "component"]);

/** `name: …` and `"name": …`, with what begins there. */
const keyed = /^\s*(?:["']([^"'\s]{1,60})["']|([A-Za-z_$][\w$]*))\s*(?::(?![:=])|=>)\s*(.*)$/;
const assigned =
  /^\s*(?:const|let|var)\s+([A-Za-z_$][\w$]*)(?:\s*:[^=]+)?\s*=\s*(?:React\.)?(?:useCallback\(\s*)?(?:async\s*)?(?:function\b.*|(?:\([^;]*|[\w$]+)\s*=>.*|\()$/;
const declared = /^\s*(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)\s*\(.*$/;
/** A method in short form, as of an object. */
const shortMethod = /^\s*(?:(?:async|get|set)\s+|\*\s*)*([A-Za-z_$][\w$]*)\s*\([^;]*(?:\{|\($)\s*$/;
/** A call that is given a text and a function: `router.post("/orders", async () => {`, `task :send do`. */
const labelled =
  /^\s*(?:await\s+|return\s+)?(?:[\w$]+\.)*([A-Za-z_$][\w$]*)[\s(]\s*(?:["'`]([^"'`\n]{1,80})["'`]|:(\w+))(.*)$/;
const registers =
  /^(?:get|post|put|patch|delete|head|options|all|any|use|on|once|route|handle\w*|command|task|job|process|subscribe|schedule|cron|methods?|action|query|mutation|tool|register\w*|add\w*|define\w*|map\w*|listen\w*|every|consume\w*|worker|hook)$/i;
/** A call that is given an object or a list: `plugin({`. */
const called =
  /^\s*(?:(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*)?(?:return\s+|await\s+|\.{3})?(?:[\w$]+\.)*([A-Za-z_$][\w$]*)\(\s*[[{(]*\s*$/;
const onlyText = /^\s*["'`]([^"'`\n]{1,80})["'`],\s*$/;
const notNames = new Set(
  `if for while switch catch function return else do with class interface enum type import export from case default try finally
  elif except match unless until when select describe it test context expect beforeEach afterEach beforeAll afterAll each map forEach
  then require include puts print raise throw constructor`.split(/\s+/),
);
const opens = /(?:[{[(]|\bdo(?:\s*\|[^|]*\|)?)\s*$/;
const opensBody = /(?:=>\s*[({]*|\b(?:function|func)\b.*\{|\)\s*\{|\bdo(?:\s*\|[^|]*\|)?)\s*$/;
const functionHere = /=>|\bfunction\b|\bfunc\s*\(|\blambda\b/;
const shortHere = /^\s*(?:async\s+)?[\w$]+\([^;]*\)\s*\{\s*$/;
const closes = /^\s*(?:[)\]}.?:]|end\b)/;
const comment = /^\s*(?:\/\/|\/\*|\*|#(?![[{]))/;

/**
 * The functions that long objects and calls hold, as declarations of their own: procedures of a router, hooks and handlers of a
 * configuration, actions of a store, routes. They are told by the layout of the lines, so alike in every language; those that the
 * index knows already are left out.
 */
export function findMembers(
  { symbols, kind }: Pick<FileFacts, "symbols" | "kind">,
  lines: readonly string[],
): SymbolFact[] {
  if (kind !== "source") return [];
  const ofHosts = symbols.flatMap((host) => {
    const isBody = bodies.has(host.kind);
    if (!hosts.has(host.kind) || host.endLine - host.startLine < (isBody ? leastFunction : leastHost)) return [];
    const inner = symbols.filter(({ startLine, endLine }) => startLine > host.startLine && endLine <= host.endLine);
    const scan = { lines, inner, isExported: host.isExported, isBody };
    const path = host.parent === null ? [host.name] : [host.parent, host.name];
    return membersIn(scan, { from: host.startLine + 1, to: Math.min(host.endLine, lines.length), path });
  });
  const outside = { lines, inner: symbols, isExported: false, isBody: true };
  return [...ofHosts, ...membersIn(outside, { from: 1, to: lines.length, path: [] })].slice(0, maxMembers);
}

interface MemberScan {
  lines: readonly string[];
  /** Declarations that are known already. */
  inner: readonly SymbolFact[];
  isExported: boolean;
  /** Whether it is searched through statements, where a name and a colon say little. */
  isBody: boolean;
}

interface MemberRange {
  from: number;
  to: number;
  /** Names of what it stands in, the outermost first. */
  path: readonly string[];
}

function membersIn(scan: MemberScan, { from, to, path }: MemberRange): SymbolFact[] {
  const found: SymbolFact[] = [];
  for (let line = from; line <= to; line += 1) {
    const around = scan.inner.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
    if (around) {
      line = Math.max(line, around.endLine);
      continue;
    }
    const opening = openingAt(scan, line);
    if (opening === null) continue;
    const end = endOf(scan.lines, line, to);
    const length = end - line + 1;
    if (length < leastMember) continue;
    const inside = opening.isOpen
      ? membersIn({ ...scan, isBody: false }, { from: line + 1, to: end, path: [...path, opening.name] })
      : [];
    const isShortCall = opening.isCall && length < longCall;
    const isKnown = opening.isOpen && scan.inner.some(({ startLine }) => startLine > line && startLine <= end);
    if (inside.length > 0 && !isShortCall) found.push(...inside);
    else if (!isKnown && !(opening.isCall && scan.isBody) && holdsFunction(scan.lines, line, end))
      found.push(memberAt(scan, opening, { path, line, end }));
    else if (scan.isBody) continue;
    line = end;
  }
  return found;
}

/** A line that begins something with a name. */
interface MemberOpening {
  name: string;
  /** A key of an object is called on that; what a call is given is not. */
  kind: "method" | "function";
  /** Whether it opens an object, a list or a call, in which others may stand. */
  isOpen: boolean;
  isCall: boolean;
}

function openingAt({ lines, isBody }: MemberScan, line: number): MemberOpening | null {
  const text = lines[line - 1] ?? "";
  if (comment.test(text) || text.length > maxSignature * 2) return null;
  const label = labelled.exec(text);
  if (label && registers.test(label[1] ?? "") && opensBody.test(label[4] ?? ""))
    return { name: `${label[1]} ${label[2] ?? label[3]}`, kind: "function", isOpen: false, isCall: false };
  const name =
    assigned.exec(text)?.[1] ?? declared.exec(text)?.[1] ?? (isBody ? undefined : shortMethod.exec(text)?.[1]);
  if (name !== undefined && !notNames.has(name)) return { name, kind: "method", isOpen: false, isCall: false };
  const call = called.exec(text);
  const callee = call?.[1] ?? call?.[2];
  if (callee !== undefined && !notNames.has(callee)) {
    const path = registers.test(callee) ? onlyText.exec(lines[line] ?? "")?.[1] : undefined;
    return path === undefined
      ? { name: callee, kind: "function", isOpen: true, isCall: true }
      : { name: `${callee} ${path}`, kind: "function", isOpen: false, isCall: false };
  }
  const key = isBody ? null : keyed.exec(text);
  const own = key?.[1] ?? key?.[2];
  if (!key || own === undefined || notNames.has(own)) return null;
  return { name: own, kind: "method", isOpen: opens.test(text) && !functionHere.test(key[3] ?? ""), isCall: false };
}

/** The last line of what a line begins: of deeper lines, and of those that close it and go on. */
function endOf(lines: readonly string[], line: number, last: number): number {
  const indent = indentOf(lines[line - 1] ?? "");
  let end = line;
  for (let next = line + 1; next <= last; next += 1) {
    const text = lines[next - 1] ?? "";
    if (text.trim() === "") continue;
    const own = indentOf(text);
    if (own < indent) return end;
    if (own === indent) {
      if (!closes.test(text)) return end;
      if (!opens.test(text)) return next;
    }
    end = next;
  }
  return end;
}

function indentOf(text: string): number {
  return text.search(/\S|$/);
}

function holdsFunction(lines: readonly string[], line: number, end: number): boolean {
  for (let at = line; at <= end; at += 1) {
    const text = lines[at - 1] ?? "";
    if (functionHere.test(text) || opensBody.test(text) || shortHere.test(text)) return true;
  }
  return false;
}

function memberAt(
  { lines, isExported }: MemberScan,
  { name, kind }: MemberOpening,
  { path, line, end }: { path: readonly string[]; line: number; end: number },
): SymbolFact {
  return {
    name,
    kind,
    parent: path.length === 0 ? null : path.join("."),
    signature: (lines[line - 1] ?? "").trim().slice(0, maxSignature),
    doc: commentAbove(lines, line),
    isExported,
    startLine: line,
    endLine: end,
  };
}

function commentAbove(lines: readonly string[], line: number): TextFact | null {
  let first = line;
  while (first > 1 && line - first < maxDocLines && comment.test(lines[first - 2] ?? "")) first -= 1;
  if (first === line) return null;
  const text = lines
    .slice(first - 1, line - 1)
    .map((one) => one.replace(/^\s*(?:\/\*+|\*+\/|\*|\/\/+|#+)\s?/, "").replace(/\s*\*+\/\s*$/, ""))
    .join("\n")
    .trim();
  return text === "" ? null : { text, startLine: first, endLine: line - 1 };
}
