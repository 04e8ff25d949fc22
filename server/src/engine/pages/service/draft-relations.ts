import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { deletionRuleAt, type DeletionRule } from "#server/engine/facts/code/deletion-rule.ts";
import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import {
  findStoredSchemas,
  isOfFramework,
  mostReferred,
  type LocatedSchema,
} from "#server/engine/facts/code/find-schemas.ts";
import { rewrittenKeys } from "#server/engine/facts/code/rewritten-keys.ts";
import { softDeletions, type SoftDeletion } from "#server/engine/facts/code/soft-deletion.ts";
import { linksOf } from "#server/engine/facts/code/table-links.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, listing, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { enumerate, fold } from "#server/engine/text/wording.ts";

const shownRoots = 12;
const shownLinks = 24;

/** What a row of the tables that others refer to may have, and what becomes of that when the row is deleted. */
export async function draftRelations({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = await Promise.all(
    scopes.map(async (scope) => {
      const soft = await softDeletions(scope);
      const items = await rootItems(scope, soft);
      const marked = markedStatements(scope, soft);
      const lead =
        marked.length === 0
          ? []
          : [listing(list("What is marked as deleted, and stays:", marked), listedFacts(scope, "tables"))];
      const all = marked.length === 0 ? null : "What refers to what:";
      return items.length === 0 ? lead : [...lead, listing(list(all, items), listedFacts(scope, "tables"))];
    }),
  );
  return blocks.flat().length > 0 ? { blocks: blocks.flat() } : null;
}

interface Referring {
  from: LocatedSchema;
  column: string | null;
  path: string;
  line: number;
  /** Where its rule ends. */
  endLine: number;
  rule: DeletionRule | null;
  /** A later step changes its table or its key in a way that nobody can read. */
  isUnsure: boolean;
}

type SoftDeletions = ReadonlyMap<string, SoftDeletion>;

/** Tables whose mapper marks rows by itself, and those that only have a column for it. */
function markedStatements(scope: CodeScope, soft: SoftDeletions): ListItem[] {
  const known = new Set(findStoredSchemas(scope).map(({ schema }) => schema.name));
  const all = [...soft].filter(([name]) => known.has(name) && !isOfFramework(name));
  const declared = Map.groupBy(
    all.filter(([, one]) => one.declaredBy !== null),
    ([, { declaredBy, column }]) => `${declaredBy}\0${column ?? ""}`,
  );
  const others = all.filter(([, one]) => one.declaredBy === null);
  const tables = (own: readonly (readonly [string, SoftDeletion])[]) =>
    fold(
      own.map(([name]) => codeSpan(name)),
      shownMarked,
    );
  const evidence = (own: readonly (readonly [string, SoftDeletion])[]) =>
    own.slice(0, shownMarked).flatMap(([, one]) => one.evidence.slice(0, 1));
  return [
    ...[...declared.values()].map((own): ListItem => {
      const [, { declaredBy, column } = { declaredBy: null, column: null }] = own[0] ?? [];
      const by = column === null ? "" : ` in ${codeSpan(column)}`;
      return {
        text: `Rows of ${tables(own)}: deleting one by its class marks it${by}, and queries of the class leave it out unless they ask otherwise (${codeSpan(declaredBy ?? "")}).`,
        evidence: evidence(own),
      };
    }),
    ...[...Map.groupBy(others, ([, { column }]) => column ?? "")].map(([column, own]): ListItem => ({
      text: `Rows of ${tables(own)} have ${codeSpan(column)}: where that is set, each query has to leave them out itself.`,
      evidence: evidence(own),
    })),
  ];
}

const shownMarked = 12;

async function rootItems(scope: CodeScope, soft: SoftDeletions): Promise<ListItem[]> {
  const rewritten = await rewrittenKeys(scope);
  const schemas = findStoredSchemas(scope).filter(({ schema }) => !isOfFramework(schema.name));
  const links = await Promise.all(
    schemas.flatMap((from) =>
      linksOf(scope, from).map(async ({ target, column, path, line }) => {
        const lines = codeLines((await scope.lines(path)) ?? []);
        // What a later step may have changed is not told.
        const isUnsure = path < (rewritten.get(`${from.schema.name}.${column}`) ?? "");
        const isSure = !isUnsure && path >= (rewritten.get(from.schema.name) ?? "");
        const found = isSure ? deletionRuleAt(lines, line) : null;
        return {
          target,
          from,
          column,
          path,
          line,
          endLine: found?.endLine ?? line,
          rule: found?.rule ?? null,
          // Where no column is known, neither is its rule.
          isUnsure: !isSure || column === null,
        };
      }),
    ),
  );
  const referring = Map.groupBy(links, ({ target }) => entityKey(target));
  return mostReferred(schemas)
    .flatMap((root) => {
      const own = (referring.get(entityKey(root.schema.name)) ?? []).filter(({ from }) => from !== root);
      return rootItem(scope, { root, soft: soft.has(root.schema.name) }, own) ?? [];
    })
    .slice(0, shownRoots);
}

function rootItem(
  scope: CodeScope,
  { root, soft }: { root: LocatedSchema; soft: boolean },
  links: readonly Referring[],
): ListItem | null {
  const deletion = deletionText(root, links);
  // That one refers to the other stands in the drawing.
  if (deletion === "") return null;
  // What happens to those is up to the code, or to rules that stand elsewhere: a list without them would read as all.
  const silent = [...new Set(links.filter(({ rule }) => rule === null).map(namedLink))];
  const rest =
    silent.length === 0
      ? ""
      : ` Where ${fold(silent, shownLinks)} ${silent.length === 1 ? "is" : "are"} declared, no rule is named.`;
  // What the keys do then, they do not do for a row that is only marked.
  const row = `a row of ${codeSpan(root.schema.name)}`;
  return {
    text: `By the keys that refer to it, ${soft ? `removing ${row} for good` : `deleting ${row}`} ${deletion}.${rest}`,
    evidence: [
      scope.at(root.path, root.schema.startLine),
      ...links.slice(0, 2 * shownLinks).map((link): Evidence => scope.at(link.path, link.line, link.endLine)),
    ],
  };
}

/** A table refers for reasons of its own: a book to the page that it begins with. */
function namedLink({ from, column }: Referring): string {
  return column === null ? codeSpan(from.schema.name) : codeSpan(`${from.schema.name}.${column}`);
}

/** What the columns say becomes of their rows; "" where none says anything. */
function deletionText(root: LocatedSchema, links: readonly Referring[]): string {
  // A part of what becomes of the others would read as all of it.
  if (links.some(({ isUnsure }) => isUnsure)) return "";
  const of = (rule: DeletionRule) => links.filter((link) => link.rule === rule);
  // One table may refer by several columns, to which other rules apply.
  const isMixed = ({ from, rule }: Referring) => links.some((one) => one.from === from && one.rule !== rule);
  const named = (own: readonly Referring[]) => [
    ...new Set(own.filter((one) => !isMixed(one)).map(({ from }) => codeSpan(from.schema.name))),
    ...own.filter(isMixed).map(({ from, column }) => codeSpan(`${from.schema.name}.${column ?? root.schema.name}`)),
  ];
  const deleted = named(of("deleted"));
  const emptied = [
    ...new Set(of("emptied").map(({ from, column }) => codeSpan(`${from.schema.name}.${column ?? root.schema.name}`))),
  ];
  const refusing = named(of("refused"));
  const parts = [
    ...(deleted.length > 0
      ? [`deletes ${of("deleted").some(isMixed) ? "rows by" : "its"} ${fold(deleted, shownLinks)}`]
      : []),
    ...(emptied.length > 0 ? [`empties ${fold(emptied, shownLinks)}`] : []),
    ...(refusing.length > 0
      ? [`is refused while ${fold(refusing, shownLinks)} ${refusing.length === 1 ? "refers" : "refer"} to it`]
      : []),
  ];
  return enumerate(parts);
}
