import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { TableNamingFact } from "#server/code-index/ports/data-facts.ts";

import type { EntityLibrary } from "./entity-library.ts";

/** What a file tells object mappers about the names of all tables. */
export function readNamings(source: SourceText, libraries: readonly EntityLibrary[]): TableNamingFact[] {
  return libraries.flatMap((library) => readNaming(source, library) ?? []);
}

function readNaming({ language, text }: SourceText, library: EntityLibrary): TableNamingFact | null {
  const naming: TableNamingFact = { library: library.name, rule: null, prefix: "" };
  let isTold = false;
  for (const { mark, rule, languages = library.languages } of library.namingCalls ?? []) {
    const found = languages.includes(language ?? "") ? mark.exec(text) : null;
    if (found === null) continue;
    isTold = true;
    // What is known of the same file counts before its guess that something else may stand there.
    if (rule !== undefined && (rule !== "unknown" || naming.rule === null)) naming.rule = rule;
    const written = found.groups?.prefix?.trim();
    if (written !== undefined) naming.prefix = /^(["'`])([\w.-]*)\1$/.exec(written)?.[2] ?? null;
  }
  return isTold ? naming : null;
}
