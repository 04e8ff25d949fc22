import type { FileFacts, SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CandidateFile } from "#server/engine/retrieval/find-candidates.ts";
import type { Focus, Judge, LineHit } from "#server/engine/retrieval/judge-passages.ts";
import { innermost } from "#server/engine/retrieval/relations.ts";

/** Lines of a file that a task is most probably about. */
export interface ChosenLines {
  startLine: number;
  endLine: number;
  symbol: SymbolFact | null;
  /** Lines that say most of the task's words. */
  telling: number[];
  /** How much of the task's words are there, in names and path as well; 0 to 1. */
  coverage: number;
}

/** A longer declaration is shown by the lines that say most. */
const longSymbol = 120;
const around = 3;
const maxTelling = 2;
/** Files of more declarations are judged by their lines alone. */
const maxSymbols = 1500;

/** The declaration that says most of the task, or the lines where there is none; `named` are lines told otherwise. */
export function chooseTaskLines(
  file: CandidateFile,
  judge: Judge,
  known: { facts: FileFacts; lines: readonly string[]; named: readonly number[] },
): ChosenLines {
  const { facts, lines } = known;
  const hits = judge.hitsIn(lines);
  const judged = judge.of(file);
  const whole = judged({ ...blank, doc: facts.header?.text ?? "", hits, length: lines.length });
  const symbols = facts.symbols.length > maxSymbols ? [] : facts.symbols;
  const [named] = known.named.filter((line) => line >= 1 && line <= lines.length);
  const isSaid = (symbol: SymbolFact) => judge.wordsIn(textOf(symbol)).length > 0;
  const own = named === undefined ? bestSymbol(symbols, hits, judged, isSaid) : symbolAt(symbols, named, judged, hits);
  const telling = named === undefined ? tellingLines(own?.focus ?? whole.focus) : [named];
  const coverage = Math.max(whole.coverage, own?.coverage ?? 0);
  return { ...rangeOf(own?.symbol ?? null, telling, lines.length), symbol: own?.symbol ?? null, telling, coverage };
}

const blank = { name: "", parent: "", context: "", doc: "", hits: [] as LineHit[], length: 0 };

type Judged = ReturnType<Judge["of"]>;

interface JudgedSymbol {
  symbol: SymbolFact;
  score: number;
  coverage: number;
  focus: Focus | null;
}

function judgeSymbol(symbol: SymbolFact, hits: readonly LineHit[], judged: Judged): JudgedSymbol {
  const { startLine, endLine } = symbol;
  const verdict = judged({
    name: symbol.name,
    parent: symbol.parent ?? "",
    context: symbol.signature,
    doc: symbol.doc?.text ?? "",
    hits: hits.filter(({ line }) => line >= startLine && line <= endLine),
    length: endLine - startLine + 1,
  });
  return { symbol, ...verdict };
}

function textOf({ name, parent, doc }: SymbolFact): string {
  return `${name} ${parent ?? ""} ${doc?.text ?? ""}`;
}

/**
 * A class says all that its methods say, so what is within another one counts before it. What says nothing itself does
 * not count for the path of its file.
 */
function bestSymbol(
  symbols: readonly SymbolFact[],
  hits: readonly LineHit[],
  judged: Judged,
  isSaid: (symbol: SymbolFact) => boolean,
): JudgedSymbol | null {
  let best: JudgedSymbol | null = null;
  for (const symbol of symbols) {
    const one = judgeSymbol(symbol, hits, judged);
    if (one.focus === null && !isSaid(symbol)) continue;
    const isWithin =
      best !== null && best.symbol.startLine <= symbol.startLine && symbol.endLine <= best.symbol.endLine;
    if (one.score > 0 && one.score > (best?.score ?? 0) * (isWithin ? innerShare : 1)) best = one;
  }
  return best;
}

const innerShare = 0.8;

function symbolAt(
  symbols: readonly SymbolFact[],
  line: number,
  judged: Judged,
  hits: readonly LineHit[],
): JudgedSymbol | null {
  const symbol = innermost([...symbols], line);
  return symbol && judgeSymbol(symbol, hits, judged);
}

function tellingLines(focus: Focus | null): number[] {
  if (!focus) return [];
  return [focus.line, ...(focus.other ? [focus.other.line] : [])].slice(0, maxTelling);
}

function rangeOf(
  symbol: SymbolFact | null,
  telling: readonly number[],
  count: number,
): { startLine: number; endLine: number } {
  const line = telling[0] ?? 1;
  const isLong = symbol !== null && symbol.endLine - symbol.startLine >= longSymbol;
  if (symbol && !(isLong && telling.length > 0))
    return { startLine: symbol.startLine, endLine: Math.min(symbol.endLine, count, symbol.startLine + longSymbol - 1) };
  return { startLine: Math.max(1, line - around), endLine: Math.min(count, line + around) };
}
