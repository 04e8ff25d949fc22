import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import type { CodeStep } from "./find-steps.ts";
import { isTestSymbol, type LocatedSymbol } from "./relations.ts";

/** Work by the clock that asks for what was written. */
export interface Taker {
  target: LocatedSymbol;
  schedule: string | null;
  /** The line that asks for it. */
  path: string;
  line: number;
  /** Words of the question that its names say. */
  said: number;
}

/** What is written, by the ways in which usual libraries name it. */
const written = [
  /\bprisma\.(\w+)\.(?:create|update|upsert)\w*\(/,
  /\b([A-Z]\w+)\.objects\.(?:create|bulk_create|get_or_create|update_or_create)\(/,
  /\bINSERT INTO [`"']?(\w+)/i,
  /\b([A-Z]\w+)(?:::|\.)create!?\(/,
];
const maxFiles = 12;
const maxLines = 2_000;

/** What runs by the clock and asks for the things that these steps write, those first whose names say most of the question. */
export async function findTakers(
  context: AnswerContext,
  { codebase }: LocatedSymbol,
  { steps, stems }: { steps: readonly CodeStep[]; stems: ReadonlySet<string> },
): Promise<Taker[]> {
  const things = new Set(steps.flatMap((step) => writtenIn([step.text, step.effect?.text ?? ""])));
  if (things.size === 0) return [];
  const asking = [...things].map(
    (thing) =>
      new RegExp(
        String.raw`\bprisma\.${thing}\.(?:find|count)\w*\(|\b${thing}\.objects\.(?:filter|all|exclude)\(|\bFROM [\`"']?${thing}\b|\b${thing}(?:::|\.)(?:where|query|all)\(`,
      ),
  );
  const found: Taker[] = [];
  for (const { kind, handler, handlerPath, path: at, schedule } of codebase.index.triggers()) {
    if (kind !== "schedule" || handler === null) continue;
    const path = handlerPath ?? at;
    const symbol = codebase.index.facts(path)?.symbols.find(({ name }) => name === handler.split(/[.#]|::/).at(-1));
    if (symbol === undefined || isTestSymbol(symbol)) continue;
    const target = { codebase, path, symbol };
    const reached = await reachedFrom(context, target);
    const said = new Set(stemsOf([path, handler, ...reached.map((one) => one.path)].join(" ")).filter((one) => stems.has(one))).size; // prettier-ignore
    for (const one of reached) {
      const lines = codeLines(await context.lines({ codebase, path: one.path })).slice(one.from - 1, one.to);
      const at = lines.findIndex((text) => asking.some((pattern) => pattern.test(text)));
      if (at < 0) continue;
      found.push({ target, schedule, path: one.path, line: one.from + at, said });
      break;
    }
    await context.yieldToEventLoop();
  }
  return found.toSorted((a, b) => b.said - a.said);
}

interface ReachedLines {
  path: string;
  from: number;
  to: number;
}

/** Its own lines, those of what it calls in its file, and the files of what these name of others. */
async function reachedFrom(context: AnswerContext, { codebase, path, symbol }: LocatedSymbol): Promise<ReachedLines[]> {
  const facts = codebase.index.facts(path);
  const lines = codeLines(await context.lines({ codebase, path }));
  const textOf = (one: { startLine: number; endLine: number }) =>
    lines.slice(one.startLine - 1, one.endLine).join("\n");
  const named = new Set(textOf(symbol).match(/[A-Za-z_$][\w$]*/g));
  const own = (facts?.symbols ?? []).filter((one) => one.name !== symbol.name && one.endLine > one.startLine && named.has(one.name)); // prettier-ignore
  const all = [symbol, ...own];
  for (const one of own) for (const name of textOf(one).match(/[A-Za-z_$][\w$]*/g) ?? []) named.add(name);
  const imported = codebase.index.importsOf(path).flatMap((edge) => {
    const names = facts?.imports.filter(({ line }) => line === edge.line).flatMap((one) => one.names) ?? [];
    const isSource = codebase.index.facts(edge.path)?.kind === "source";
    return isSource && names.some((name) => named.has(name)) ? [edge.path] : [];
  });
  return [
    ...all.map((one) => ({ path, from: one.startLine, to: one.endLine })),
    ...[...new Set(imported)].slice(0, maxFiles).map((at) => ({ path: at, from: 1, to: maxLines })),
  ];
}

function writtenIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => written.flatMap((pattern) => pattern.exec(text)?.[1] ?? []));
}
