import type { TextFact } from "#server/code-index/ports/facts.ts";
import { drawEntities, referringField } from "#server/engine/diagrams/draw-entities.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { describeDatabases } from "#server/engine/facts/code/describe-databases.ts";
import { isLibrary } from "#server/engine/facts/code/describe-offer.ts";
import { fileSummary, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { findStoredSchemas, mostReferred, type LocatedSchema } from "#server/engine/facts/code/find-schemas.ts";
import { methodNames, rankSymbols, type RankedSymbol } from "#server/engine/facts/code/rank-symbols.ts";
import { listedFacts, listedFactsIn, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import {
  list,
  listing,
  paragraph,
  table,
  type DraftBlock,
  type ListItem,
  type TableRow,
} from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { saysMoreThan, summarizeBriefly, summarizeDoc } from "#server/engine/text/summarize-doc.ts";
import { tidySignature } from "#server/engine/text/tidy-signature.ts";
import { fold, someOf } from "#server/engine/text/wording.ts";

const shownSymbols = 24;
const shownModules = 10;
const shownSchemas = 30;

/** For first pages: only what is made to be imported has an interface of declarations. */
export async function draftLibraryInterface(subject: PageSubject): Promise<Draft | null> {
  const [scope] = subject.scopes;
  return scope !== undefined && isLibrary(scope) ? await draftInterface(subject) : null;
}

/** The exported declarations that matter most, by module. */
export async function draftInterface({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const ranked = rankSymbols(scope).filter(
    ({ symbol }) =>
      symbol.kind !== "variable" &&
      !/^(?:default|main)$/.test(symbol.name) &&
      !/=\s*(?:await )?(?:require|import)\(/.test(symbol.signature),
  );
  if (ranked.length < 3) return null;
  const chosen = ranked.slice(0, shownSymbols);
  const modules = [...Map.groupBy(chosen, ({ path }) => path)].slice(0, shownModules);
  const blocks: DraftBlock[] = modules.flatMap(([path, own]) => {
    const reported = fileSummary(scope, path, 160);
    const isSaidAgain =
      reported !== null &&
      own.some(({ symbol }) => summarizeDoc(symbol.doc)?.text.startsWith(reported.text.slice(0, 40)));
    const name = `**${codeSpan(scope.shorten(path))}**`;
    const items = own.map((one) => interfaceItem(scope, one));
    if (reported === null || isSaidAgain) return [list(name, items)];
    return [paragraph({ text: `${name} — ${reported.text}`, evidence: reported.evidence }), list(null, items)];
  });
  return { blocks };
}

function interfaceItem(scope: CodeScope, { path, symbol, methods }: RankedSymbol): ListItem {
  const summary = summarizeBriefly(symbol.doc, 200);
  const doc = summary !== null && saysMoreThan(symbol.name, summary.text) ? summary : null;
  const names = methodNames(methods);
  const stated = [
    ...(doc ? [doc.text] : []),
    ...(names.length > 0
      ? [
          `Methods: ${someOf(
            names.map((name) => codeSpan(name)),
            6,
          )}.`,
        ]
      : []),
  ].join(" ");
  const text = `${codeSpan(tidySignature(symbol), 140)}${stated === "" ? "" : ` — ${stated}`}`;
  const lists = names.length > 0 ? [listedFactsIn(scope, "declarations", path)] : [];
  return { text, evidence: [symbolEvidence(scope, path, symbol)], lists };
}

/** Entities and relations as a diagram. */
export async function draftDataDiagram(subject: PageSubject): Promise<Draft | null> {
  const schemas = await Promise.all(subject.scopes.map(declaredSchemas));
  const diagram = drawEntities(schemas.flat(), subject.name);
  const lists = subject.scopes.map((scope) => listedFacts(scope, "tables"));
  return diagram === null ? null : { diagram: { ...diagram, lists } };
}

/** Without tables of which only a later change is known: of their columns these would show one or two. */
async function declaredSchemas(scope: CodeScope): Promise<LocatedSchema[]> {
  const schemas = findStoredSchemas(scope);
  const isChange = await Promise.all(
    schemas.map(async ({ path, schema }) =>
      /\bALTER TABLE\b/i.test((await scope.lines(path))?.[schema.startLine - 1] ?? ""),
    ),
  );
  return schemas.filter((_, at) => isChange[at] !== true);
}

/** The comment above a table, or above the class of its rows, with the lines of that class. */
function docOf(
  scope: CodeScope,
  { path, schema }: Pick<LocatedSchema, "path" | "schema">,
): { doc: TextFact | null; evidence: Evidence[] } {
  const symbols = scope.facts(path)?.symbols ?? [];
  const own = symbols.find((symbol) => symbol.startLine === schema.startLine || symbol.name === schema.name);
  if (own?.doc) return { doc: own.doc, evidence: [] };
  const { tables } = scope.repository.index.tables();
  const declared = tables.find(({ name, sources }) => name === schema.name && sources[0]?.path === path);
  for (const source of declared?.sources.slice(1) ?? []) {
    const cls = scope.facts(source.path)?.symbols.find(({ name }) => name === declared?.entity);
    if (cls?.doc) return { doc: cls.doc, evidence: [symbolEvidence(scope, source.path, cls)] };
  }
  return { doc: null, evidence: [] };
}

/** Each table or model with its fields, what it refers to and the comment above it. */
export async function draftDataTable({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = scopes.flatMap((scope): DraftBlock[] => {
    const schemas = mostReferred(findStoredSchemas(scope));
    const rows = schemas.slice(0, shownSchemas).map(({ path, schema, evidence }): TableRow => {
      const said = docOf(scope, { path, schema });
      const summary = summarizeBriefly(said.doc);
      const text = summary !== null && saysMoreThan(`${schema.name} table entity`, summary.text) ? summary.text : "";
      const fields = fold(
        schema.fields.map((field) => codeSpan(field.name)),
        12,
      );
      const links = schema.references.map((reference) => {
        const field = referringField({ path, schema, evidence }, reference);
        return field ? `${codeSpan(reference)} by ${codeSpan(field.name)}` : codeSpan(reference);
      });
      return {
        cells: [
          `${codeSpan(schema.name)} in ${codeSpan(scope.shorten(path))}${text ? `: ${text}` : ""}`,
          fields,
          fold(links, 4),
        ],
        evidence: [evidence, ...(text === "" ? [] : said.evidence)],
      };
    });
    const lead = schemas.length > rows.length ? `${rows.length} of ${schemas.length}:` : null;
    const columns = ["Table or model", "Fields", "Refers to"];
    if (rows.length === 0) return [];
    const lists = listedFacts(scope, "tables");
    const notes = describeDatabases(scope).map((statement) => listing(paragraph(statement), lists));
    return [...notes, listing(table(lead, columns, rows), lists)];
  });
  return blocks.length > 0 ? { blocks } : null;
}
