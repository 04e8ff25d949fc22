import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import { softDeletions } from "#server/engine/facts/code/soft-deletion.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isStopWord, splitWords, stem, stemsOf } from "#server/engine/intent/words.ts";
import { gatherEndpoints } from "#server/engine/retrieval/find-guards.ts";
import { findSteps } from "#server/engine/retrieval/find-steps.ts";
import { findTrigger, type WayStart } from "#server/engine/retrieval/find-trigger.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { conditionsAround } from "#server/engine/text/line-conditions.ts";
import { humanName } from "#server/engine/text/quoting.ts";

const deletes = /\b(?:delet|remov|eras)\w*\b|\bthrow\w* away\b/i;
const asksWhatGoes = /\bwhat\b.*\b(?:goes|gone|lost|disappears?|deleted|removed)\b|\bwhat happens\b/i;
const asksOfReturn =
  /\b(?:brought|bring|get|got) (?:it |them |that )?back\b|\brestor\w*|\bund(?:o|one)\b|\brecover\w*|\birreversibl\w*/i;
/** `deleteSubCollections`, `DeleteApplicationByID`, `removeFolder`: what goes, as what does it is called. */
const goes = /^(?:delete|remove|destroy|erase|purge|clear|unlink)_?([A-Z_]?\w*?)(?:_?[bB]y_?\w+)?$/i;
/** The same on a line that does it itself. */
const onLine = [
  /\bprisma\.(\w+)\.delete\w*\(/,
  /\b([A-Z]\w+)\.objects\b.*\.delete\(/,
  /\bDELETE FROM [`"']?(\w+)/i,
  /\.(?:Unscoped\(\)\.)?Delete\(&?(?:\w+\.)?([A-Z]\w+)/,
  /\b([A-Z]\w+)::(?:destroy|where\b.*->(?:force)?delete)/i,
];
/** They tell nothing of what goes. */
const anyThing = /^(?:|from\b.*|item|items|entry|by|all|many|one|func|function|handler|self)$/i;
/** What is held while a program runs, and nothing that is kept. */
const ofProgram =
  /listener|handler|cookie|timer|timeout|interval|cache|class|style|attribute|header|element|node$|event/i;
const restores = /restor|undelet|untrash|recover|undo|revert|reinstat|unarchiv|reviv/i;
/** Written where something is marked in place of being removed. */
const marked =
  /(?:delet|trash|discard|archiv|remov)\w*_?(?:at|on|date)\b|\bis_?(?:delet|trash|archiv|remov)\w*|soft_?delet/i;
const ownCondition = /^\s*(?:\}\s*)?(?:else\s+)?(?:if|unless|elif|else|case|when)\b|\s(?:if|unless)\s|&&|\|\||\s\?\s/;
const warns = String.raw`irreversib|cannot be undone|can't be undone|can not be undone|permanently (?:delete|remove)|deleted? permanently`;
const maxDepth = 2;
const maxThings = 10;
const maxLooked = 12;
const maxWarnings = 2;
const lookMs = 500;

interface DeletedThing {
  name: string;
  path: string;
  line: number;
  codebase: LocatedSymbol["codebase"];
  /** The line removes it itself, from where it is kept. */
  isOwn: boolean;
  /** It goes only where a condition holds. */
  isSometimes: boolean;
}

/**
 * What goes with a thing that is deleted, by what the call for it deletes as well, and whether it comes back: by a mark in place of its
 * removal, by a call that restores, or by what screens warn of. Empty for any other question, and where no call deletes such a thing.
 */
export async function explainDeletion(
  context: AnswerContext,
  part: QuestionPart & { before?: string },
): Promise<StatementBlock[]> {
  const { text, before = "" } = part;
  const isOfReturn = asksOfReturn.test(text) && deletes.test(`${before} ${text}`);
  const isOfWhole = deletes.test(text) && asksWhatGoes.test(text);
  if (!isOfReturn && !isOfWhole) return [];
  const asked = deletes.test(text) ? text : before;
  // "What is gone when we remove a person": the deed stands behind.
  const from = asked.slice(Math.max(0, asked.search(deletes)));
  const found = await findTrigger(context, { ...part, text: from });
  if (found === null) return [];
  const went = isOfWhole ? await wentStatements(context, found, part) : [];
  const back = isOfReturn ? await returnStatements(context, found, { asked: from, part }) : [];
  const statements = [...went, ...back];
  return statements.length === 0 ? [] : [{ heading: null, statements }];
}

async function wentStatements(context: AnswerContext, { target, starts }: WayStart, part: QuestionPart): Promise<Statement[]> {
  const things = await thingsFrom(context, target, { part, depth: 0, seen: new Set() });
  const always = things.filter(({ isSometimes }) => !isSometimes);
  const ordered = [...always, ...things.filter(({ isSometimes }) => isSometimes)];
  const once = [...new Map(ordered.toReversed().map((one) => [one.name.replace(/s$/, ""), one])).values()].toReversed();
  if (once.length < 2) return [];
  const told = once.slice(0, maxThings);
  const lead: Statement = {
    text: `**${codeSpan(shownName(target.symbol))}** (${shownPath(context, target)}, line ${target.symbol.startLine}), which ${starts}, deletes these:`,
    plain: "With it these are deleted, as the code does it:",
    evidence: [linesOf(target, target.symbol.startLine)],
  };
  return [
    lead,
    ...told.map((one): Statement => ({
      text: `- ${one.name} (${shownPath(context, one)}, line ${one.line})${one.isSometimes ? ", under a condition" : ""}`,
      plain: `- ${one.name}${one.isSometimes ? ", under a condition" : ""} ${citationPlaceholder}`,
      evidence: [linesOf(one, one.line)],
    })),
  ];
} // prettier-ignore

/** What each line deletes, and what it calls deletes in turn. */
async function thingsFrom(
  context: AnswerContext,
  from: LocatedSymbol,
  { part, depth, seen }: { part: QuestionPart; depth: number; seen: Set<string> },
): Promise<DeletedThing[]> {
  const key = `${from.path} ${from.symbol.startLine}`;
  if (seen.has(key) || seen.size > maxLooked) return [];
  seen.add(key);
  const things: DeletedThing[] = [];
  const lines = await context.lines(from);
  for (const { line, text, path, codebase, callee, effect } of await findSteps(context, from, part.terms)) {
    const own = onLine.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])[0];
    const called = callee === null ? undefined : goes.exec(callee.symbol.name)?.[1];
    const below =
      callee !== null && called !== undefined && depth < maxDepth && !ofProgram.test(called)
        ? await thingsFrom(context, callee, { part, depth: depth + 1, seen })
        : [];
    const isSometimes =
      ownCondition.test(lines[line - 1] ?? "") ||
      conditionsAround(lines, line, from.symbol.startLine).some(({ kind }) => kind === "if" || kind === "unless");
    // A name alone tells of listeners and cookies as well: what is called has to remove something that is kept.
    const reaches = below.some(({ isOwn }) => isOwn) || effect?.verb === "deletes";
    const name = humanName(own ?? (reaches ? called : "") ?? "");
    if (name !== "" && !anyThing.test(name) && !ofProgram.test(name))
      things.push({ name, path, line, codebase, isOwn: own !== undefined, isSometimes });
    things.push(...below.map((one) => ({ ...one, isSometimes: isSometimes || one.isSometimes })));
  }
  await context.yieldToEventLoop();
  return things;
}

/** Something that is called as if it brought the thing back, by whatever it is started. */
function hasRestoring({ codebase, path: near }: LocatedSymbol, says: (text: string) => boolean): boolean {
  return codebase.index
    .files()
    .filter(({ kind }) => kind === "source")
    .some(({ path }) =>
      (codebase.index.facts(path)?.symbols ?? []).some(
        ({ name }) => restores.test(name) && (path === near || says(name) || /delet|trash|archiv/i.test(name)),
      ),
    );
}

/** Whether a line on the way removes the thing itself, in any case, and none of the declaration speaks of a mark. */
async function isRemoved(
  context: AnswerContext,
  target: LocatedSymbol,
  { part, says }: { part: QuestionPart; says: (text: string) => boolean },
): Promise<boolean> {
  const { startLine, endLine } = target.symbol;
  const own = (await context.lines(target)).slice(startLine - 1, endLine);
  if (own.some((line) => marked.test(line))) return false;
  const things = await thingsFrom(context, target, { part, depth: 0, seen: new Set() });
  return things.some(({ name, isOwn, isSometimes }) => isOwn && !isSometimes && says(name));
}

async function returnStatements(
  context: AnswerContext,
  { target }: WayStart,
  { asked, part }: { asked: string; part: QuestionPart },
): Promise<Statement[]> {
  const { codebase } = target;
  const nouns = new Set(splitWords(asked).slice(1, nearNouns).filter((word) => !isStopWord(word)).map(stem)); // prettier-ignore
  const says = (text: string) => stemsOf(text).some((root) => nouns.has(root));
  // "All the links and collections" is said of something larger.
  const saysOne = (text: string) => [...text.matchAll(/\b(?:this|the|an?|your) ([a-z]+)/gi)].some(([, noun = ""]) => nouns.has(stem(noun.toLowerCase()))); // prettier-ignore
  const restoring = (await gatherEndpoints(context, codebase)).find(({ fact }) => restores.test(`${fact.handler ?? ""} ${fact.path}`)); // prettier-ignore
  if (restoring !== undefined || hasRestoring(target, says)) return [];
  const soft = [...(await softDeletions(openScope(codebase, "")))].find(([name]) => says(name));
  if (soft !== undefined)
    return [
      {
        text: `It is marked as deleted and stays in the database${soft[1].column === null ? "" : ` (${codeSpan(soft[1].column)})`}; no call that brings it back was found.`,
        plain: "It is only marked as deleted; no way for people to bring it back was found.",
        evidence: soft[1].evidence,
      },
    ];
  const { files } = await codebase.index.findLines(
    { pattern: warns, isRegex: true, ignoreCase: true, isWord: false },
    { maxFiles: 60, maxLinesPerFile: 12, deadlineMs: lookMs },
  );
  const warnings = files
    .filter(({ path }) =>
      /(?:^|\/)en(?:[-_][A-Z]{2})?(?:\/|\.)|\.(?:tsx|jsx|vue|svelte|html|erb|blade\.php)$/.test(path),
    )
    .flatMap(({ path, lines }) => lines.filter(({ text }) => saysOne(text)).map((one) => ({ path, ...one })))
    .slice(0, maxWarnings)
    .map(({ path, line, text }): Statement => {
      const said = /["'`>]([^"'`<>]{20,240})["'`<]?[^"'`<>]*$/.exec(text.trim())?.[1] ?? text.trim();
      return {
        text: `- Its screens warn: “${said}” ${citationPlaceholder}`,
        evidence: [linesOf({ codebase, path }, line)],
      };
    });
  const removed = await isRemoved(context, target, { part, says });
  const where = `(${shownPath(context, target)}, line ${target.symbol.startLine})`;
  const lead: Statement = {
    text: `No call that restores it was found${removed ? ", and its rows are removed, not marked" : ""} ${where}.`,
    plain: `No way to bring it back was found${removed ? ": it is removed, and not only marked" : ""}.`,
    evidence: [linesOf(target, target.symbol.startLine)],
  };
  return [lead, ...warnings];
}

const nearNouns = 8;
