import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import { findScripts } from "#server/engine/facts/project/find-scripts.ts";
import { runLineIn } from "#server/engine/facts/project/run-line.ts";
import { isDestroying } from "#server/engine/facts/project/task-order.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { citeCodeBefore, quoteParagraph, readParagraphs } from "#server/engine/statements/paragraphs.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";

import { shownSteps } from "./explain-running.ts";

const asksToWrite =
  /\bhow (?:do|can|should|would|to)\b.*\b(?:write|create|add|make|generate)\b.*\b(?:(?:database|schema|db)\s+)?migrations?\b/i;
const asksWhenApplied =
  /\bwhen\b.*\b(?:applied|run|runs|executed|carried out)\b|\b(?:does|do|is|are)\b.*\bmigrat\w+\b.*\b(?:automatically|by (?:itself|themselves)|at start\w*|on start\w*)\b/i;
const ofMigrations = /\bmigrations?\b|\b(?:database|schema)[- ]changes?\b/i;
/** Migrating from one product or version to another is another thing. */
const fromElsewhere = /\bfrom\s+\w|\bto v?\d|\bv\d|\bupgrading\b|\bimport\w*/i;
const forDevelopers = /contribut|develop|hacking|(?:^|[/_.-])dev(?:[/_.-]|$)|guide/i;
const making =
  /alembic revision|makemigrations|make:migration|migrate dev|migration:(?:create|generate)|generate|gen\.migration|\bnew\b|\bcreate\b|revision/i;
const applying = String.raw`command\.upgrade\(|\bmigrate\.(?:up|latest|run)\b|\bMigrate(?:Up|All)?\(|\brun_?migrations?\(|migrationsRun|migrate deploy|db:(?:migrate|prepare)|doctrine:migrations:migrate|ecto\.migrate|manage\.py migrate|alembic upgrade|artisan migrate\b|goose\.Up\(|\bmigrator\.[uU]p\(`;
const maxParagraphs = 6;
const maxTasks = 3;
const maxPlaces = 2;
const linesAbove = 6;
const linesBelow = 2;
const lookMs = 1500;

/** How a change of the database is written, and when it is carried out. Empty for any other question, and where nothing says it. */
export async function explainMigrations(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const isOfMigrations = ofMigrations.test(part.text) || part.terms.some(({ stem }) => stem.startsWith("migrat"));
  if (!isOfMigrations || part.names.length > 0) return [];
  const found: StatementBlock[] = [];
  for (const codebase of context.codebases) {
    if (asksToWrite.test(part.text)) found.push(...(await tellWriting(context, codebase)));
    else if (asksWhenApplied.test(part.text)) found.push(...(await tellApplying(context, codebase)));
  }
  return found;
}

/** How a change of the database is written: what a document says of it, then the commands. */
export async function tellWriting(context: AnswerContext, codebase: Codebase): Promise<StatementBlock[]> {
  const scope = openScope(codebase, "");
  const tasks = findScripts(scope)
    .filter((one) => {
      const { name, about } = one.script;
      return /migrat/i.test(`${name} ${about ?? ""}`) && writesOne(one.script) && !isDestroying(one);
    })
    .slice(0, maxTasks);
  const rows = tasks.map((one): Statement => {
    const { about, command, line } = one.script;
    const said = about === null ? "" : ` — ${cleanProse(about)}`;
    const steps = command === "" ? "" : `: ${shownSteps(command)}`;
    const text = `- ${codeSpan(runLineIn(scope, one))}${said}${steps} (${shownPath(context, { codebase, path: one.path })})`;
    return { text, evidence: [linesOf({ codebase, path: one.path }, line)] };
  });
  const told = await documentBlock(
    context,
    codebase,
    tasks.map((one) => runLineIn(scope, one)),
  );
  const commands: StatementBlock[] =
    rows.length === 0 ? [] : [{ heading: null, statements: [{ text: "The command for it:", evidence: [] }, ...rows] }];
  return [...told, ...commands];
}

/** Whether a command says or is called so that it writes a migration: to create a database and to carry migrations out is something else. */
function writesOne({ name, about, command }: { name: string; about: string | null; command: string }): boolean {
  const run = command
    .split("\n")
    .filter((line) => !/^\s*@?-?echo\b/.test(line))
    .join("\n")
    .replaceAll(/\b(?:database|db):create\b|\bcreatedb\b|\bcreate database\b/gi, "");
  return saysMaking.test(about ?? "") || making.test(run) || (/migrat/i.test(name) && makingName.test(name));
}

const saysMaking = /\b(?:creat|generat|mak|writ|add)\w*\b[^,;.()]*\bmigrations?\b|\bnew\b[^,;.()]*\bmigrations?\b/i;
const makingName = /(?:^|[:._-])(?:new|create|generate|make|add|revision)(?:$|[:._-])/i;

/** Commands of tools that write a migration. */
export const makingCommand =
  /alembic revision|makemigrations|make:migration|prisma migrate dev|migration:(?:create|generate|make)|ecto\.gen\.migration|migrations add|generate migration|goose create|migrate create/i;

/** The section of a document that is called after it and says by which command. */
async function documentBlock(
  context: AnswerContext,
  codebase: Codebase,
  commands: readonly string[],
): Promise<StatementBlock[]> {
  const sections = codebase.index
    .files()
    .filter(
      ({ path, kind }) =>
        kind === "docs" && !/(?:^|\/)(?:changelog|changes|history|releases?|blog|news)(?:[/.]|$)/i.test(path),
    )
    .flatMap(({ path }) =>
      (codebase.index.facts(path)?.sections ?? []).map((section) => ({ codebase, path, section })),
    );
  const weight = ({ path, section }: (typeof sections)[number]) => {
    const named = `${path.replaceAll(/[/_.-]/g, " ")} ${section.heading}`;
    const isSaid = makingCommand.test(section.text) || commands.some((command) => section.text.includes(command));
    if (!isSaid || !ofMigrations.test(named) || fromElsewhere.test(section.heading)) return 0;
    return 2 + (ofMigrations.test(section.heading) ? 1 : 0) + (forDevelopers.test(path) ? 1 : 0);
  };
  const [best] = sections.filter((one) => weight(one) >= 2).toSorted((a, b) => weight(b) - weight(a));
  if (best === undefined) return [];
  // A document that is called after it is about it from its beginning.
  const isWhole = ofMigrations.test(best.path.replaceAll(/[/_.-]/g, " "));
  const range = isWhole ? { startLine: 1, endLine: best.section.endLine } : best.section;
  const paragraphs = (await readParagraphs(context, best, range)).slice(0, maxParagraphs);
  const lead = { text: `${shownPath(context, best)} says under “${cleanProse(best.section.heading)}”:`, evidence: [] };
  const statements = paragraphs.flatMap((paragraph) => quoteParagraph(best, paragraph));
  return statements.length === 0 ? [] : [{ heading: null, statements: citeCodeBefore([lead, ...statements]) }];
}

/** The lines that carry them out, with the conditions above them. */
export async function tellApplying(context: AnswerContext, codebase: Codebase): Promise<StatementBlock[]> {
  const found = await context.lookUp("find_lines", "migrations", () =>
    codebase.index.findLines(
      { pattern: applying, isRegex: true, ignoreCase: false, isWord: false },
      { maxFiles: 30, maxLinesPerFile: 4, deadlineMs: lookMs },
    ),
  );
  const places = found.files
    .filter(({ path }) => isRun(context, { codebase, path }))
    .flatMap(({ path, lines }) => lines.map(({ line, text }) => ({ codebase, path, line, text })))
    .filter(({ text }) => !/^\s*(?:#|\/\/|\*|def |func |function |export )/.test(text))
    .toSorted((a, b) => startsWork(b.path) - startsWork(a.path));
  const shown = await Promise.all(places.slice(0, maxPlaces).map((place) => placeStatement(context, place)));
  return shown.length === 0 ? [] : [{ heading: null, statements: shown.flat() }];
}

/** Code and files that start it, and neither tests nor what makes a development machine ready. */
function isRun(context: AnswerContext, file: FileRef): boolean {
  const kind = context.facts(file)?.kind;
  return (
    (kind === "source" || kind === "config" || kind === "other" || kind === undefined) &&
    !/(?:^|\/)(?:tests?|specs?|docs?|e2e|\.github|examples?|migrations|alembic)\/|(?:^|\/)(?:(?:GNU)?makefile|justfile|taskfile\.ya?ml|package\.json|composer\.json)$|\.dev\.ya?ml$/i.test(
      file.path,
    )
  );
}

function startsWork(path: string): number {
  if (/(?:^|[/_.-])(?:init|main|start|boot\w*|entry\w*|server|app|run)(?:[/_.-]|$)|Dockerfile|Procfile/i.test(path))
    return 2;
  return /(?:^|[/_.-])(?:upgrade|migrate|db|database)(?:[/_.-]|$)/i.test(path) ? 1 : 0;
}

async function placeStatement(
  context: AnswerContext,
  place: FileRef & { line: number; text: string },
): Promise<Statement[]> {
  const lines = await context.lines(place);
  const within = (context.facts(place)?.symbols ?? [])
    .filter(
      ({ startLine, endLine, kind }) =>
        startLine <= place.line && place.line <= endLine && (kind === "function" || kind === "method"),
    )
    .toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0];
  const startLine = Math.max(within?.startLine ?? 1, place.line - linesAbove);
  const endLine = Math.min(within?.endLine ?? lines.length, place.line + linesBelow);
  const named = within === undefined ? "" : ` of ${codeSpan(within.name)}`;
  const quoted = fence(lines.slice(startLine - 1, endLine), context.facts(place)?.language ?? null);
  const text = `They are carried out in line ${place.line}${named} (${shownPath(context, place)}) ${citationPlaceholder}:\n\n${quoted}`;
  return [{ text, evidence: [linesOf(place, startLine, endLine)] }];
}
