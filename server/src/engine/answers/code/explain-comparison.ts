import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { comparedIn, type QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import { findNamed } from "#server/engine/retrieval/find-named.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import { findReferences, findUses, type LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import { codeStatement, linesOf, shownName, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { leadOf } from "./explain-code.ts";

const referencesCompared = 12;
const shownNames = 4;
const maxShownLocations = 3;
const maxMeant = 40;

/**
 * Two things side by side: what each says of itself, its lines, and what only one of them rests on. Empty when one is
 * unknown.
 */
export async function explainComparison(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const sides = comparedIn(part);
  if (!sides) return [];
  const [ones, others] = await Promise.all([findSide(context, sides[0]), findSide(context, sides[1])]);
  const [one, other] = closestPair(ones, others);
  if (!one || !other || isSame(one, other)) return [];
  const leads = [leadOf(context, one), leadOf(context, other)];
  const prose = await proseBlock(context, part, await retrieve(context, part, ["docs"]), 1);
  const blocks: StatementBlock[] = [
    { heading: null, statements: [...leads, ...(await contrast(context, one, other))] },
    prose,
  ];
  for (const side of [one, other]) {
    const quoted = await codeStatement(context, side, part.terms);
    const uses = (await findUses(context, side)).inCode.slice(0, maxShownLocations);
    const locations = uses.map(({ within, path }) => codeSpan(within ? shownName(within) : path));
    const used: Statement[] =
      uses.length === 0
        ? []
        : [
            {
              text: `Used in ${enumerate([...new Set(locations)])}.`,
              evidence: uses.map((use) => linesOf(use, use.line)),
            },
          ];
    blocks.push({ heading: codeSpan(shownName(side.symbol)), statements: quoted ? [quoted, ...used] : used });
  }
  return blocks;
}

/** Of two ambiguous names, the pair of declarations nearest to each other. */
function closestPair(ones: readonly LocatedSymbol[], others: readonly LocatedSymbol[]): (LocatedSymbol | undefined)[] {
  const pairs = ones.slice(0, maxMeant).flatMap((one, first) =>
    others.slice(0, maxMeant).map((other, second) => ({
      pair: [one, other],
      nearness:
        Number(one.path === other.path) +
        Number(one.symbol.parent === other.symbol.parent) +
        Number(one.symbol.kind === other.symbol.kind) -
        (first + second) * 0.01,
    })),
  );
  return pairs.sort((a, b) => b.nearness - a.nearness)[0]?.pair ?? [];
}

function isSame(one: LocatedSymbol, other: LocatedSymbol): boolean {
  return one.codebase === other.codebase && one.path === other.path && one.symbol.startLine === other.symbol.startLine;
}

async function findSide(context: AnswerContext, side: QuestionPart): Promise<LocatedSymbol[]> {
  const named = [...side.names, side.text.replaceAll(/[`()\s]/g, "")].flatMap((name) => findNamed(context, name));
  // What is written as a name and is none of the code must not be taken for something else.
  return named.length > 0 || side.names.length > 0 ? named : chooseSymbols(await retrieve(context, side), 1);
}

/** What one names of this repository and the other does not, by the lines of both. */
async function contrast(context: AnswerContext, one: LocatedSymbol, other: LocatedSymbol): Promise<Statement[]> {
  const [ofOne, ofOther] = await Promise.all([
    findReferences(context, one, referencesCompared),
    findReferences(context, other, referencesCompared),
  ]);
  const pair = new Set([one.symbol.name, other.symbol.name]);
  const only = async (found: readonly LocatedSymbol[], not: LocatedSymbol) => {
    const { startLine, endLine } = not.symbol;
    const words = new Set(
      (await context.lines(not))
        .slice(startLine - 1, endLine)
        .join("\n")
        .match(/[\w$]+/g),
    );
    const callable = found.filter(({ symbol }) => symbol.kind === "function" || symbol.kind === "method");
    return callable.filter(({ symbol }) => !words.has(symbol.name) && !pair.has(symbol.name)).slice(0, shownNames);
  };
  const reported = async (side: LocatedSymbol, found: readonly LocatedSymbol[]): Promise<Statement[]> => {
    const lines = await context.lines(side);
    const evidence = found.flatMap(({ symbol }) => lineNaming(lines, side, symbol.name) ?? []);
    if (evidence.length === 0) return [];
    const names = enumerate(found.map(({ symbol }) => codeSpan(symbol.name)));
    return [{ text: `Only ${codeSpan(shownName(side.symbol))} of the two names ${names}.`, evidence }];
  };
  return [...(await reported(one, await only(ofOne, other))), ...(await reported(other, await only(ofOther, one)))];
}

function lineNaming(lines: readonly string[], { symbol, ...location }: LocatedSymbol, name: string): Evidence | null {
  const at = lines.findIndex((text, index) => index + 1 >= symbol.startLine && text.includes(name));
  return at === -1 || at + 1 > symbol.endLine ? null : linesOf(location, at + 1);
}
