import type { Section, SectionText } from "@cairn/contract/page-sections";
import { artifactSummarySchema, type ArtifactSummary } from "@cairn/contract/pages";

import { countStaleSections, type SectionSources } from "#server/domain/ledger/section-sources.ts";
import type { NamedArtifactRow, SectionRow } from "#server/domain/pages/store/artifacts.store.ts";
import { countHeldSections, type VersionRow } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { toEntity } from "#server/to-entity.ts";

/** Pages of one organization as lists show them, in the given order and with one question for all of each kind. */
export async function describeArtifacts(
  db: Db,
  organizationId: string,
  rows: readonly NamedArtifactRow[],
): Promise<ArtifactSummary[]> {
  const artifactIds = rows.map((row) => row.artifactId);
  const [stale, held] = await Promise.all([
    countStaleSections(db, organizationId, artifactIds),
    countHeldSections(db, organizationId, artifactIds),
  ]);
  return rows.map((row) =>
    describeArtifact(row, {
      staleSections: stale.get(row.artifactId) ?? 0,
      heldSections: held.get(row.artifactId) ?? 0,
    }),
  );
}

export function describeArtifact(
  row: NamedArtifactRow,
  counted: Pick<ArtifactSummary, "staleSections" | "heldSections">,
): ArtifactSummary {
  return toEntity(artifactSummarySchema, { ...row, type: "page", isPlanned: row.plan !== null, ...counted });
}

/** A section with the current positions of its sources and the text that waits for a decision. */
export function describeSection(
  row: SectionRow,
  ledger: SectionSources | undefined,
  { held, pausedBy }: { held: VersionRow | null; pausedBy: Section["pausedBy"] },
): Section {
  const { changed = [], changedLists = [] } = ledger ?? {};
  return {
    ...describeText(row, ledger?.sources ?? []),
    status: row.status === "fresh" && changed.length + changedLists.length > 0 ? "stale" : row.status,
    changed,
    changedLists,
    error: row.error,
    held: held && {
      reason: row.heldReason ?? "",
      content: held.content,
      sources: held.sources,
      generatedAt: (held.generatedAt ?? held.createdAt).toISOString(),
    },
    isPaused: row.pausedAt !== null,
    pausedBy: row.pausedAt === null ? null : pausedBy,
    pausedWith: row.pausedAt === null ? null : row.pausedWith,
  };
}

/** The text of a section as some version of it has it. */
export function describeVersion(version: VersionRow): SectionText {
  return describeText(version, version.sources);
}

/** A section is Auto if it has a prompt; without one it is static, no matter who made it. */
export function describeText(
  row: Pick<
    VersionRow,
    "sectionId" | "title" | "prompt" | "output" | "content" | "generatedAt" | "commit" | "writtenBy"
  >,
  sources: SectionText["sources"],
): SectionText {
  const isPlain = !row.prompt && row.output === "markdown";
  return {
    sectionId: row.sectionId,
    title: row.title,
    kind: row.prompt ? "auto" : "static",
    instructions: isPlain ? null : { prompt: row.prompt ?? "", output: row.output },
    content: row.content,
    sources,
    generatedAt: row.generatedAt?.toISOString() ?? null,
    commit: row.commit,
    writtenBy: row.writtenBy,
  };
}
