import type { TextFact } from "#server/code-index/ports/facts.ts";
import { drawEntities, referringField } from "#server/engine/diagrams/draw-entities.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { describeDatabases } from "#server/engine/facts/code/describe-databases.ts";
import { isLibrary } from "#server/engine/facts/code/describe-offer.ts";
import { fileSummary, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { findEndpoints, findUnresolvedRoutes, type LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import { findStoredSchemas, type LocatedSchema } from "#server/engine/facts/code/find-schemas.ts";
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
import { describeUnresolvedRoutes } from "#server/engine/text/unresolved-routes.ts";
import { withoutRoute } from "#server/engine/text/without-route.ts";
import { count, fold, someOf } from "#server/engine/text/wording.ts";

const shownSymbols = 24;
const shownModules = 10;
const shownEndpoints = 60;
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

/** Method, path and handler of each endpoint with what the handler's comment says. */
export async function draftEndpoints({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const endpoints = findEndpoints(scope).toSorted(
    (a, b) => a.endpoint.path.localeCompare(b.endpoint.path) || order(a) - order(b),
  );
  const rows = endpoints.slice(0, shownEndpoints).map((found) => endpointRow(scope, found));
  const unresolved = describeUnresolvedRoutes(findUnresolvedRoutes(scope), {
    show: ({ path }) => codeSpan(scope.shorten(path)),
    isMore: rows.length > 0,
  });
  const rest = unresolved === null ? [] : [listing(paragraph(unresolved), listedFacts(scope, "endpoints"))];
  if (rows.length === 0) return rest.length === 0 ? null : { blocks: rest };
  const hasText = endpoints.some((found) => stated(found) !== null);
  const columns = ["Method", "Path", "Handler", ...(hasText ? ["What it does"] : [])];
  const shown = rows.map((row) => (hasText ? row : { ...row, cells: row.cells.slice(0, 3) }));
  const lead =
    endpoints.length > rows.length
      ? `The first ${rows.length} of ${count(endpoints.length, "endpoint")}, by path:`
      : null;
  return { blocks: [listing(table(lead, columns, shown), listedFacts(scope, "endpoints")), ...rest] };
}

function order({ endpoint }: LocatedEndpoint): number {
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].indexOf(endpoint.method);
}

function stated({ handler }: LocatedEndpoint) {
  return handler === null ? null : summarizeBriefly(handler.symbol.doc);
}

function endpointRow(scope: CodeScope, found: LocatedEndpoint): TableRow {
  const { handler, endpoint } = found;
  const location =
    handler && handler.path !== found.path
      ? ` in ${codeSpan(scope.shorten(handler.path))}`
      : ` in ${codeSpan(scope.shorten(found.path))}`;
  const name =
    endpoint.handler === null ? codeSpan(scope.shorten(found.path)) : `${codeSpan(endpoint.handler, 60)}${location}`;
  const evidence = [
    found.evidence,
    ...(handler === null || stated(found) === null ? [] : [symbolEvidence(scope, handler.path, handler.symbol)]),
  ];
  return { cells: [endpoint.method, codeSpan(endpoint.path), name, withoutRoute(stated(found)?.text ?? "")], evidence };
}

/** Entities and relations as a diagram. */
export async function draftDataDiagram(subject: PageSubject): Promise<Draft | null> {
  const diagram = drawEntities(subject.scopes.flatMap(findStoredSchemas), subject.name);
  const lists = subject.scopes.map((scope) => listedFacts(scope, "tables"));
  return diagram === null ? null : { diagram: { ...diagram, lists } };
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
    const schemas = findStoredSchemas(scope);
    const rows = schemas.slice(0, shownSchemas).map(({ path, schema, evidence }): TableRow => {
      const said = docOf(scope, { path, schema });
      const text = summarizeBriefly(said.doc)?.text ?? "";
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
