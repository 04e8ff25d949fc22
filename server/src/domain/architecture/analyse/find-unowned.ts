import type { ArchitectureFinding } from "@cairn/contract/architecture-analysis";

import {
  trimSlashes,
  type LaidOutService,
  type ServiceLayout,
} from "#server/domain/architecture/derive/service-layout.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { codeOwnersPaths, isUnowned, parseCodeOwners, type OwnerRules } from "./code-owners.ts";

/** Of its newest commits. */
const lookedAt = 40;
/** With fewer nobody can say who usually changes something. */
const leastCommits = 8;
/** Somebody who made this share of them usually changes it. */
const usualShare = 1 / 3;

/**
 * Services that nobody answers for: by CODEOWNERS where their repository has one, else because nobody made a good part of their
 * commits. Where nobody can be named for want of history, nothing is said.
 */
export async function findUnowned(
  repositories: readonly IndexedRepository[],
  { services }: ServiceLayout,
): Promise<ArchitectureFinding[]> {
  const findings: ArchitectureFinding[] = [];
  for (const repository of repositories) {
    const own = services.filter(({ repositoryId }) => repositoryId === repository.repositoryId);
    const stated = await readCodeOwners(repository);
    for (const service of own) {
      findings.push(...(stated ? byRules(repository, stated, service) : byHistory(repository, service)));
      // Many rules and services take a while together: others go on in between.
      await new Promise(setImmediate);
    }
  }
  return findings;
}

interface StatedOwners extends OwnerRules {
  path: string;
  lineCount: number;
}

async function readCodeOwners({ reader }: IndexedRepository): Promise<StatedOwners | null> {
  for (const path of codeOwnersPaths) {
    const lines = await reader.readLines(path);
    if (lines === null) continue;
    const owners = parseCodeOwners(lines);
    // An empty one is a file that somebody meant to fill.
    return owners.rules.length === 0 && !owners.isCut
      ? null
      : { path, lineCount: owners.rules.at(-1)?.line ?? 1, ...owners };
  }
  return null;
}

function byRules(repository: IndexedRepository, stated: StatedOwners, service: LaidOutService): ArchitectureFinding[] {
  const folder = trimSlashes(service.workingPath);
  if (!isUnowned(stated, folder)) return [];
  const { repositoryId, name: repositorySlug, branch, index } = repository;
  const usual = usualAuthor(repository, folder);
  const most = usual ? ` ${usual.name} made ${usual.count} of its last ${usual.of} commits.` : "";
  const text = `No line of ${stated.path} names an owner of ${service.name}.${most}`;
  const { path, lineCount } = stated;
  const place = { repositoryId, repositorySlug, branch, commit: index.commit, path, startLine: 1, endLine: lineCount };
  return [{ kind: "no-owner", text, nodeIds: [service.serviceId], edges: [], evidence: [place] }];
}

function byHistory(repository: IndexedRepository, service: LaidOutService): ArchitectureFinding[] {
  const usual = usualAuthor(repository, trimSlashes(service.workingPath));
  if (usual === null || usual.of < leastCommits || usual.count >= usual.of * usualShare) return [];
  const text = `Nobody usually changes ${service.name}, and no CODEOWNERS names an owner: ${usual.people} people made its last ${usual.of} commits, none of them more than ${usual.count}.`;
  return [{ kind: "no-owner", text, nodeIds: [service.serviceId], edges: [], evidence: [] }];
}

interface UsualAuthor {
  name: string;
  count: number;
  /** Commits that were looked at. */
  of: number;
  /** Who made them. */
  people: number;
}

/** Null where the indexed history has no commit of it. Programs do not answer for anything. */
function usualAuthor({ index }: IndexedRepository, folder: string): UsualAuthor | null {
  const commits = (
    folder === "" ? index.history.recentCommits(lookedAt) : index.history.commitsTouching(folder, lookedAt)
  ).filter(({ authorName }) => !/\[bot\]|dependabot|renovate/i.test(authorName));
  const byAuthor = Map.groupBy(commits, ({ authorEmail }) => authorEmail.toLowerCase());
  const [first] = [...byAuthor.values()].toSorted((a, b) => b.length - a.length);
  const [newest] = first ?? [];
  if (!first || !newest) return null;
  return { name: newest.authorName, count: first.length, of: commits.length, people: byAuthor.size };
}
