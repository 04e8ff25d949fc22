import type { IndexedDatabase, IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

const shownProblems = 3;

/** What the lists of tables rest on where that is not all there is: classes alone, or steps that could be read in part. */
export function describeDatabases(scope: CodeScope): Statement[] {
  const { databases, tables } = scope.repository.index.tables();
  const paths = new Set(scope.files.map(({ path }) => path));
  return databases.flatMap((database) => {
    const own = tables.filter((table) => table.database === database.folder && paths.has(table.sources[0]?.path ?? ""));
    return own.length === 0 ? [] : [...declaredOnly(scope, database, own), ...partlyRead(scope, database)];
  });
}

function declaredOnly(scope: CodeScope, { source }: IndexedDatabase, tables: readonly IndexedTable[]): Statement[] {
  const first = tables[0]?.sources[0];
  if (source !== "declarations" || first === undefined) return [];
  const text = "The tables are as the program declares them: no migration or dump says what the database holds.";
  return [{ text, evidence: [scope.at(first.path, first.startLine)] }];
}

function partlyRead(scope: CodeScope, { certainty, problems }: IndexedDatabase): Statement[] {
  if (certainty !== "partly" || problems.length === 0) return [];
  const shown = problems.slice(0, shownProblems);
  const places = shown.map(({ path, line }) => codeSpan(`${scope.shorten(path)}:${line}`)).join(", ");
  const text = `Tables or columns may be missing or out of date where steps could not be read or carried out, as in ${places}.`;
  return [{ text, evidence: shown.map(({ path, line }) => scope.at(path, line)) }];
}
