import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import { findStoredSchemas, mostReferred } from "#server/engine/facts/code/find-schemas.ts";
import { linksOf } from "#server/engine/facts/code/table-links.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, listing, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fold } from "#server/engine/text/wording.ts";

const shownRoots = 12;
/** A table that so many others refer to leads a group. */
const leastReferring = 2;

/** Tables that others refer to, the most tied first, with what belongs to each and through which column. */
export async function draftRelations({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = scopes.flatMap((scope) => {
    const items = rootItems(scope);
    return items.length === 0 ? [] : [listing(list(null, items), listedFacts(scope, "tables"))];
  });
  return blocks.length > 0 ? { blocks } : null;
}

function rootItems(scope: CodeScope): ListItem[] {
  const schemas = findStoredSchemas(scope);
  const referring = Map.groupBy(
    schemas.flatMap((one) => linksOf(scope, one).map((link) => ({ ...link, from: one }))),
    ({ target }) => entityKey(target),
  );
  return mostReferred(schemas)
    .flatMap((root): ListItem[] => {
      const links = (referring.get(entityKey(root.schema.name)) ?? []).filter(({ from }) => from !== root);
      if (links.length < leastReferring) return [];
      const names = links.map(
        ({ from, column }) => `${codeSpan(from.schema.name)}${column === null ? "" : ` by ${codeSpan(column)}`}`,
      );
      return [
        {
          text: `${codeSpan(root.schema.name)} is what ${fold([...new Set(names)], 7)} refer to.`,
          evidence: [
            scope.at(root.path, root.schema.startLine),
            ...links.slice(0, 8).map(({ path, line }) => scope.at(path, line)),
          ],
        },
      ];
    })
    .slice(0, shownRoots);
}
