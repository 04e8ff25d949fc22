import { list, paragraph, type Block, type ListItem } from "../draft.ts";
import { describeFile, fileSummary, mainSymbol, openingParagraphs, symbolEvidence } from "../facts/describe.ts";
import { findEndpoints } from "../facts/find-endpoints.ts";
import { findEntryPoints } from "../facts/find-entry-points.ts";
import { governingManifests } from "../facts/find-manifests.ts";
import { findReadme } from "../facts/find-readme.ts";
import { findStoredSchemas } from "../facts/find-schemas.ts";
import type { Scope } from "../facts/open-scope.ts";
import { shape } from "../facts/shape.ts";
import type { Draft, PageSubject } from "../recipe.ts";
import { cleanProse, code } from "../text/clean-prose.ts";
import { asSentence, leadingSentences } from "../text/sentences.ts";
import { count, fold } from "../text/wording.ts";

/** What the service answers for: what its authors say, then what the code shows. */
export async function draftResponsibility({ scopes }: PageSubject): Promise<Draft | null> {
  const [scope] = scopes;
  if (!scope) return null;
  const blocks = [...(await ownWords(scope)), ...whatItOffers(scope)];
  const size = shape(scope);
  if (size !== null) blocks.push(paragraph(size));
  return blocks.length > 0 ? { blocks } : null;
}

async function ownWords(scope: Scope): Promise<Block[]> {
  const readme = await findReadme(scope, scope.folder);
  const [opening] = readme === null ? [] : openingParagraphs(readme, 1);
  if (readme !== null && opening) {
    const text = asSentence(leadingSentences(cleanProse(opening.text), 420));
    return [paragraph({ text, evidence: [scope.at(readme.path, opening.startLine, opening.endLine)] })];
  }
  for (const { path, manifest, folder } of governingManifests(scope)) {
    if (folder !== scope.folder || !manifest.description || manifest.description.text.length < 15) continue;
    const { startLine, endLine, text } = manifest.description;
    return [paragraph({ text: asSentence(cleanProse(text)), evidence: [scope.at(path, startLine, endLine)] })];
  }
  const [entry] = findEntryPoints(scope).flatMap(({ path }) => describeFile(scope, path, 300) ?? []);
  return entry ? [paragraph({ text: entry.text, evidence: entry.evidence })] : [];
}

/** Endpoints by their first path segment and the tables they stand on. */
function whatItOffers(scope: Scope): Block[] {
  const endpoints = findEndpoints(scope);
  const schemas = findStoredSchemas(scope).filter(
    ({ schema }) => schema.kind === "table" || schema.references.length > 0,
  );
  const blocks: Block[] = [];
  if (endpoints.length > 2) {
    const areas = [...Map.groupBy(endpoints, ({ endpoint }) => areaOf(endpoint.path))].toSorted(
      (a, b) => b[1].length - a[1].length,
    );
    const names = fold(
      areas.map(([area, own]) => `${code(area)} (${own.length})`),
      6,
    );
    blocks.push(
      paragraph({
        text: `It answers ${count(endpoints.length, "HTTP endpoint")}: ${names}.`,
        evidence: areas.slice(0, 3).flatMap(([, own]) => own.slice(0, 1).map((one) => one.evidence)),
      }),
    );
  }
  if (schemas.length > 1) {
    const names = fold(
      schemas.map(({ schema }) => code(schema.name)),
      6,
    );
    blocks.push(
      paragraph({ text: `It keeps ${names}.`, evidence: schemas.slice(0, 3).map((found) => found.evidence) }),
    );
  }
  return blocks;
}

function areaOf(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "" && !/^(?:api|v\d+|rest)$|[:{<*]/.test(segment));
  return `/${segments[0] ?? ""}`;
}

/** Where the program starts or what the package hands out. */
export async function draftEntryPoints({ scopes }: PageSubject): Promise<Draft | null> {
  const items = scopes.flatMap((scope) => entryItems(scope, 8));
  return items.length > 0 ? { blocks: [list(null, items)] } : null;
}

/** Entry points as list items: what each is, what it says about itself and which modules it brings together. */
export function entryItems(scope: Scope, max: number): ListItem[] {
  return findEntryPoints(scope)
    .slice(0, max)
    .map(({ path, role, evidence }) => {
      const told = fileSummary(scope, path, 220);
      const main = told === null ? mainSymbol(scope, path) : null;
      const inside = [...new Set(scope.repository.index.importsOf(path).map((edge) => edge.path))].filter(
        (one) => scope.facts(one)?.kind === "source",
      );
      const brings =
        inside.length > 0
          ? ` It brings together ${fold(
              inside.map((one) => code(scope.shorten(one))),
              4,
            )}.`
          : "";
      const lines = inside.length > 0 ? importLines(scope, path, inside) : [];
      return {
        text: `${code(scope.shorten(path))} is ${role}${told ? `: ${told.text}` : "."}${brings}`,
        evidence: [
          ...evidence,
          ...(told?.evidence ?? (main ? [symbolEvidence(scope, path, main)] : [])),
          ...lines,
        ].slice(0, 4),
      };
    });
}

function importLines(scope: Scope, path: string, imported: readonly string[]) {
  const shown = new Set(imported.slice(0, 4));
  const lines = scope.repository.index
    .importsOf(path)
    .filter((edge) => shown.has(edge.path))
    .map((edge) => edge.line);
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return last - first <= 30 ? [scope.at(path, first, last)] : [scope.at(path, first)];
}
