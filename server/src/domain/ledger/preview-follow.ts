import type { FactKind, Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";

import { listStandingFactRows } from "./facts.store.ts";
import type { FollowedCode } from "./find-target.ts";
import { planFollow } from "./follow-sources.ts";
import { listRowsBeside } from "./ledger.store.ts";

/** A section that is true now and would not be at the other commit. */
export interface BrokenSection {
  artifactId: string;
  sectionId: string;
  /** Where the lines are now that change, in the order of their numbers. */
  lines: Pick<Source, "path" | "startLine" | "endLine">[];
  /** Kinds of facts that it lists or counts and of which there are others. */
  lists: FactKind[];
}

/**
 * What moving a repository's index to `code.commit` would mark, and nothing is written: the sections of all pages of the
 * organization that rest on lines or lists which are others there. `ctx.indexes` answers for the repository at that
 * commit. The caller has checked the right.
 */
export async function previewFollow(ctx: Ctx, code: FollowedCode): Promise<BrokenSection[]> {
  const { follower, known, digests } = await planFollow(ctx, code);
  const rows = await listRowsBeside(ctx.db, code, known);
  const changed = new Set((await follower.follow(rows)).filter(({ changedAt }) => changedAt !== null).map(nameOf));
  const broken = new Map<string, BrokenSection>();
  const sectionOf = ({ artifactId, sectionId }: Pick<BrokenSection, "artifactId" | "sectionId">): BrokenSection => {
    const section = broken.get(sectionId) ?? { artifactId, sectionId, lines: [], lists: [] };
    broken.set(sectionId, section);
    return section;
  };
  for (const row of rows.toSorted((a, b) => a.number - b.number)) {
    // What was changed before is not the doing of this commit.
    if (row.changedAt !== null || !changed.has(nameOf(row))) continue;
    const { path, startLine, endLine } = row;
    sectionOf(row).lines.push({ path, startLine, endLine });
  }
  const digestOf = new Map(digests.map(({ kind, folder, digest }) => [`${kind} ${folder}`, digest]));
  for (const row of await listStandingFactRows(ctx.db, code)) {
    const digest = digestOf.get(`${row.kind} ${row.folder}`);
    if (digest === undefined || digest === row.digest) continue;
    const { lists } = sectionOf(row);
    if (!lists.includes(row.kind)) lists.push(row.kind);
  }
  return [...broken.values()];
}

function nameOf({ sectionId, number }: { sectionId: string; number: number }): string {
  return `${sectionId} ${number}`;
}
