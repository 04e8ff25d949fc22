import { createHash } from "node:crypto";

import type { ChangedPart } from "@cairn/contract/change-overlaps";

import type { SymbolFact, SymbolKind } from "#server/code-index/ports/facts.ts";
import type { DiffHunk } from "#server/platform/git/diff/parse-diff.ts";

/** A declaration of the code as it was before a change, and which part of it the change touches. */
export interface ChangedDeclaration {
  /** Before the change. */
  path: string;
  name: string;
  parent: string | null;
  kind: SymbolKind;
  part: ChangedPart;
  /** Of what it has become: the same for two changes that make the same of it. Null for one that goes. */
  digest: string | null;
}

/** One file on both sides of a change; the sides that it lacks are empty. */
export interface ComparedFile {
  /** Before the change. */
  path: string;
  before: readonly SymbolFact[];
  after: readonly SymbolFact[];
  /** Lines of the newer side. */
  lines: readonly string[];
  hunks: readonly DiffHunk[];
}

/** As long as signatures are kept. */
const maxSignature = 200;
/** Such a line runs nothing, in any language that is read. Fields of JavaScript may begin with "#". */
const comment = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?:[^\w[]|$))/;

/** The declarations that a file had before and that a change touches, but for comments and empty lines. */
export function findChangedDeclarations({ path, before, after, lines, hunks }: ComparedFile): ChangedDeclaration[] {
  const touched = findTellingLines(hunks);
  const now = Map.groupBy(after, nameOf);
  return [...Map.groupBy(before, nameOf).values()].flatMap((former): ChangedDeclaration[] => {
    const [one] = former;
    if (one === undefined) return [];
    const { name, parent, kind } = one;
    const known = { path, name, parent, kind };
    const newer = now.get(nameOf(one)) ?? [];
    if (newer.length === 0) return [{ ...known, part: "removed", digest: null }];
    const sides = { before: former, after: newer };
    const isTouched =
      former.some((symbol) => holdsOwn(symbol, before, touched.old)) ||
      newer.some((symbol) => holdsOwn(symbol, after, touched.new));
    const isSignature = hasOtherSignature(sides, touched);
    if (!isTouched && !isSignature) return [];
    return [{ ...known, part: isSignature ? "signature" : "body", digest: digestOf(newer, lines) }];
  });
}

/** Overloads have one name, and count as one. */
export function nameOf({ parent, name }: Pick<SymbolFact, "parent" | "name">): string {
  return `${parent ?? ""}\0${name}`;
}

interface TellingLines {
  old: readonly number[];
  new: readonly number[];
}

function findTellingLines(hunks: readonly DiffHunk[]): TellingLines {
  const telling = hunks
    .flatMap(({ lines }) => lines)
    .filter(({ content }) => content.trim() !== "" && !comment.test(content));
  return {
    old: telling.flatMap(({ type, oldLine }) => (type === "deleted" && oldLine !== null ? [oldLine] : [])),
    new: telling.flatMap(({ type, newLine }) => (type === "added" && newLine !== null ? [newLine] : [])),
  };
}

/** Whether lines of its own are among them: those of a class are not those of its methods. */
function holdsOwn(symbol: SymbolFact, all: readonly SymbolFact[], touched: readonly number[]): boolean {
  const inside = all.filter((one) => one !== symbol && isWithin(one, symbol));
  return touched.some((line) => holds(symbol, line) && !inside.some((one) => holds(one, line)));
}

function isWithin(inner: SymbolFact, outer: SymbolFact): boolean {
  return inner.parent === outer.name && inner.startLine >= outer.startLine && inner.endLine <= outer.endLine;
}

function holds({ startLine, endLine }: Pick<SymbolFact, "startLine" | "endLine">, line: number): boolean {
  return line >= startLine && line <= endLine;
}

function hasOtherSignature({ before, after }: Pick<ComparedFile, "before" | "after">, touched: TellingLines): boolean {
  const signatures = (symbols: readonly SymbolFact[]) =>
    symbols.map(({ signature }) => normalize(signature)).join("\n");
  if (signatures(before) !== signatures(after)) return true;
  // What is cut off may differ behind the cut.
  const isCutOff = [...before, ...after].some(({ signature }) => signature.length >= maxSignature);
  return isCutOff && after.some((symbol) => touched.new.some((line) => holds(signatureOf(symbol), line)));
}

function signatureOf({ startLine, signatureEndLine = startLine }: SymbolFact) {
  return { startLine, endLine: signatureEndLine };
}

/** Line breaks and a comma before the closing bracket say nothing. */
function normalize(signature: string): string {
  return signature.replaceAll(/\s+/g, "").replaceAll(/,(?=[)\]}>])/g, "");
}

function digestOf(symbols: readonly SymbolFact[], lines: readonly string[]): string {
  const hash = createHash("sha256");
  for (const { startLine, endLine } of symbols) hash.update(lines.slice(startLine - 1, endLine).join("\n"));
  return hash.digest("base64");
}
