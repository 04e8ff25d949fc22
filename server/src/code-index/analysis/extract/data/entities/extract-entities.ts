import { guardParser } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { DataFacts } from "#server/code-index/ports/data-facts.ts";

import { entityLibraries } from "./entity-libraries.ts";
import { scanEntities } from "./scan-entities.ts";

/** Classes of a file whose objects may be rows, in the form of what a file says that changes nothing; null for none. */
export async function extractEntities(whole: WholeTree): Promise<DataFacts | null> {
  const { language, text } = whole.source;
  const libraries = entityLibraries.filter(
    ({ languages, mark }) => languages.includes(language ?? "") && mark.test(text),
  );
  const view = libraries.length === 0 ? null : await whole.view();
  if (view === null) return null;
  const facts: DataFacts = {
    role: "declaration", library: libraries[0]?.name ?? "", operations: [], entities: [], registrations: [], step: null,
    unread: [],
  }; // prettier-ignore
  guardParser(() => {
    for (const library of libraries) scanEntities(view, library, facts);
    return true;
  });
  return facts.entities.length + facts.registrations.length === 0 ? null : facts;
}
