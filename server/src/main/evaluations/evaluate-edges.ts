import {
  deriveArchitecture,
  type DerivedArchitecture,
} from "#server/domain/architecture/derive/derive-architecture.ts";
import { layOutServices, trimSlashes } from "#server/domain/architecture/derive/service-layout.ts";
import { proposeIn } from "#server/domain/architecture/list-service-proposals.ts";
import { nameApart } from "#server/domain/architecture/propose/name-candidate.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

import { nameOfRepository } from "./find-git-directory.ts";
import { onIndex } from "./on-index.ts";

/** No repository of the product: only this one is looked at. */
const repositoryId = "00000000-0000-4000-8000-000000000000";
const shownPlaces = 3;
const maxMs = 600_000;

/** The connections that a product has where somebody took all services that were proposed, with their lines, to be held against what a person read. */
export async function evaluateEdges({ directories }: { directories: readonly string[] }): Promise<string> {
  const lines: string[] = [];
  for (const directory of directories) {
    const name = nameOfRepository(directory);
    lines.push(name, ...(await findEdges(directory, name)).map((line) => `  ${line}`));
  }
  return lines.join("\n");
}

async function findEdges(directory: string, name: string): Promise<string[]> {
  const branch = await findDefaultBranch(directory);
  const commit = branch === null ? null : await resolveCommit(directory, branch);
  if (branch === null || commit === null) throw new Error(`${directory} holds no commit`);
  return await onIndex({ directory, commit }, async (index) => {
    const signal = AbortSignal.timeout(maxMs);
    const reader = openCodeReader({ directory, commit, repositoryId, signal });
    const repository = { repositoryId, name, index, reader, directory, branch };
    const services = await takeServices(repository, signal);
    const derived = await deriveArchitecture([repository], layOutServices(services));
    return showArchitecture(services, derived);
  });
}

async function takeServices(
  repository: IndexedRepository,
  signal: AbortSignal,
): Promise<Parameters<typeof layOutServices>[0]> {
  const taken = new Set<string>();
  return (await proposeIn(repository, signal)).map(({ name: proposed, type, workingPath }) => {
    const name = nameApart(proposed, trimSlashes(workingPath), taken);
    taken.add(name.toLowerCase());
    return { serviceId: name, name, type, repositoryId, workingPath };
  });
}

function showArchitecture(
  services: Parameters<typeof layOutServices>[0],
  { nodes, edges }: DerivedArchitecture,
): string[] {
  const names = new Map(nodes.map(({ nodeId, name }) => [nodeId, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  return [
    ...services.map(({ name, type, workingPath }) => `service ${name} (${type}) ${workingPath}`),
    ...nodes.map(({ kind, name, technology }) => `${kind} ${name} (${technology ?? "?"})`),
    ...edges.map(({ sourceId, targetId, derived: { kinds }, places }) => {
      const shown = places.slice(0, shownPlaces).map(({ path, startLine }) => `${path}:${startLine}`);
      return `${nameOf(sourceId)} -> ${nameOf(targetId)} [${kinds.join(" ")}] ${shown.join(" ")}`;
    }),
  ];
}
