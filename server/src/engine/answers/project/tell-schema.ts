import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { makingCommand, tellApplying, tellWriting } from "#server/engine/answers/code/explain-migrations.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, folderOf } from "#server/engine/text/wording.ts";

import type { ProjectQuestion } from "./project-question.ts";
import { workspaceScripts } from "./workspace-scripts.ts";

const ofDatabase = /\b(?:databases?|db|tables?|schema)\b/i;
const asksWhere =
  /\b(?:where|which file|what file)\b.*\b(?:structure|schema|tables?|models?|columns?)\b.*\b(?:described|defined|declared|kept|live|written|is|are)\b|\bwhere (?:is|are) (?:its|the|their) (?:(?:database|db|data) )?(?:structure|schema|tables|models)\b/i;
const asksToAdd = /\badd\w*\b.*\b(?:fields?|columns?|tables?)\b/i;
const asksWhen = /\bwhen\b.*\b(?:applied|carried out|take effect|executed)\b/i;
const migrationFolder = /^(.*?(?:^|\/)(?:migrations?|migrate|versions)(?=\/))/i;
const maxFiles = 3;

/** Where the structure of the database is described, how it is changed and when that is carried out. */
export async function tellSchema(
  context: AnswerContext,
  codebase: Codebase,
  { text, before }: ProjectQuestion,
): Promise<StatementBlock[]> {
  if (!ofDatabase.test(`${text} ${before}`)) return [];
  const where = asksWhere.test(text);
  const adding = asksToAdd.test(text);
  const when = asksWhen.test(text);
  if (!where && !adding && !(when && /\bthat|\bit\b/.test(text) && asksToAdd.test(before))) return [];
  const described = describedIn(context, codebase);
  if (described.length === 0) return [];
  const written = adding ? await writingBlocks(context, codebase) : [];
  const applied = when ? await tellApplying(context, codebase) : [];
  // Where it is described was told above already.
  const lead = where || (adding && !asksWhere.test(before)) ? described : [];
  return [{ heading: null, statements: lead }, ...written, ...applied];
}

/** What the commands and documents for migrations say, else the scripts that come to such a command. */
async function writingBlocks(context: AnswerContext, codebase: Codebase): Promise<StatementBlock[]> {
  const told = await tellWriting(context, codebase);
  if (told.length > 0) return told;
  const scripts = workspaceScripts(openScope(codebase, "")).filter(({ runs }) => makingCommand.test(runs));
  const top = scripts.filter(({ folder }) => folder === "");
  const rows = (top.length > 0 ? top : scripts).slice(0, maxFiles).map((one): Statement => {
    const place = one.folder === "" ? "" : ` in ${codeSpan(one.folder)}`;
    return {
      text: `Change it there, then run ${codeSpan(one.line)}${place}, which comes to ${codeSpan(one.runs)} and writes the migration.`,
      evidence: [linesOf({ codebase, path: one.path }, one.script.line)],
    };
  });
  return rows.length === 0 ? [] : [{ heading: null, statements: rows }];
}

/** The files that declare most tables outside of the migrations; and the folder of the migrations. */
function describedIn(context: AnswerContext, codebase: Codebase): Statement[] {
  const declared = codebase.index.tables().tables.flatMap(({ sources }) => {
    const source = sources.find(({ path }) => !migrationFolder.test(path));
    return source === undefined || context.facts({ codebase, path: source.path })?.kind === "test" ? [] : [source];
  });
  const groups = [...Map.groupBy(declared, ({ path }) => path)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const isOne = groups.length === 1;
  const told = groups.slice(0, maxFiles).map(([path, own]): Statement => {
    const place = `${shownPath(context, { codebase, path })}, ${count(own.length, "table")}`;
    return {
      text: isOne ? `The structure of the database is described in ${place}.` : `- ${place}`,
      evidence: [linesOf({ codebase, path }, own[0]?.startLine ?? 1)],
    };
  });
  if (told.length === 0) return [];
  const rest = groups.length > told.length ? ` in ${count(groups.length, "file")}, most of it in` : " in";
  const lead = isOne ? [] : [{ text: `The structure of the database is described${rest}:`, evidence: [] }];
  const paths = codebase.index
    .files()
    .flatMap(({ path, kind }) => (kind === "test" || kind === "vendored" ? [] : [path]));
  return [...lead, ...told, ...migrationStatement(paths, codebase)];
}

/** The folder with most migrations. */
function migrationStatement(paths: readonly string[], codebase: Codebase): Statement[] {
  const found = paths.filter(
    (path) => migrationFolder.test(path) && /\.(?:sql|py|rb|php|ts|js|cs|go|java|kt)$/.test(path),
  );
  const groups = [...Map.groupBy(found, (path) => migrationFolder.exec(path)?.[1] ?? "")];
  const [largest] = groups.toSorted(([, one], [, other]) => other.length - one.length);
  const last = largest?.[1]
    .toSorted()
    .filter((path) => !/__init__|_lock/.test(path))
    .at(-1);
  if (largest === undefined || last === undefined || largest[1].length < 2) return [];
  const text = `The changes of it are kept in ${codeSpan(largest[0])}, the last of them ${codeSpan(last.endsWith("/migration.sql") ? folderOf(last) : last)}.`;
  return [{ text, evidence: [linesOf({ codebase, path: last }, 1)] }];
}
