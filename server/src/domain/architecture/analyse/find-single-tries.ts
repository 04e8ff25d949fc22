import type { ArchitectureFinding } from "@cairn/contract/architecture-analysis";

import type { ServiceLayout } from "#server/domain/architecture/derive/service-layout.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { endsOf, type AnalysedArchitecture } from "./analysed-architecture.ts";

const deadlineMs = 1_500;
const triesAgain = "retr(?:y|ies|ied|ying)|back-?_?off|Polly|resilien|circuit-?_?breaker|tenacity";

/**
 * Services that reach what others run, from their source, and in whose code no word says that it tries again. Clients that
 * try again by themselves are not known, so the sentence says what was looked for.
 */
export async function findSingleTries(
  { shown, nodeOf, nameOf }: AnalysedArchitecture,
  { repositories, layout }: { repositories: readonly IndexedRepository[]; layout: ServiceLayout },
): Promise<ArchitectureFinding[]> {
  const outside = shown.filter(({ targetId }) => nodeOf(targetId)?.kind === "outside");
  if (outside.length === 0) return [];
  const trying = await servicesThatTry(repositories, layout);
  if (trying === null) return [];
  return outside.flatMap((edge): ArchitectureFinding[] => {
    const { sourceId, targetId, derived } = edge;
    const evidence = (derived?.evidence ?? []).flatMap(({ kind, place }) =>
      (kind === "client" || kind === "call") && isSource(repositories, place) ? [place] : [],
    );
    if (evidence.length === 0 || trying.has(sourceId)) return [];
    const text = `${nameOf(sourceId)} calls ${nameOf(targetId)}, which others run, and no word of its code says that a failed call is tried again.`;
    const nodeIds = [sourceId, targetId];
    return [{ kind: "outside-without-retry", text, nodeIds, edges: [endsOf(edge)], evidence }];
  });
}

/** Null where not all code was looked at. */
async function servicesThatTry(
  repositories: readonly IndexedRepository[],
  layout: ServiceLayout,
): Promise<ReadonlySet<string> | null> {
  const found = new Set<string>();
  for (const { repositoryId, index } of repositories) {
    const query = { pattern: triesAgain, isRegex: true, ignoreCase: true, isWord: false };
    const { files, isCutOff } = await index.findLines(query, { maxLinesPerFile: 1, maxFiles: 20_000, deadlineMs });
    if (isCutOff) return null;
    for (const { path } of files) for (const { serviceId } of layout.ownersOf(repositoryId, path)) found.add(serviceId);
  }
  return found;
}

function isSource(
  repositories: readonly IndexedRepository[],
  { repositoryId, path }: { repositoryId: string; path: string },
): boolean {
  const repository = repositories.find((one) => one.repositoryId === repositoryId);
  return repository?.index.facts(path)?.kind === "source";
}
