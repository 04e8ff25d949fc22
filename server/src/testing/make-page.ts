import { randomUUID } from "node:crypto";

import type { SectionOutput } from "@cairn/contract/page-sections";
import type { Source } from "@cairn/contract/sources";

import {
  artifactRevisions,
  artifacts,
  sections,
  sectionSources,
  sectionVersions,
} from "#server/platform/db/tables/artifacts.ts";

import type { TestWorld } from "./test-ctx.ts";

interface MadeSection {
  title?: string;
  /** An Auto section with one. */
  prompt?: string;
  output?: SectionOutput;
  content?: string;
  /** As if they stood at the index, whatever they are. */
  sources?: Source[];
  /** The lines of its sources changed since. */
  isChanged?: boolean;
  /** A new text that waits for a decision. */
  held?: string;
  status?: "fresh" | "updating" | "failed";
  writtenBy?: string;
}

/** A published page with its first revision, as the tables hold one. */
export async function makePage(
  world: TestWorld,
  owner: { organizationId: string; projectId?: string; serviceId?: string },
  given: { title?: string; createdBy?: string; isUpdating?: boolean; sections?: MadeSection[] } = {},
): Promise<{ artifactId: string; sectionIds: string[] }> {
  const { organizationId, projectId = null, serviceId = null } = owner;
  const { title = "Tides", createdBy = null, isUpdating = false } = given;
  const [artifactId, now, db] = [randomUUID(), world.ctx.now(), world.ctx.wholeDb];
  const key = { organizationId, artifactId };
  const moments = { createdAt: now, updatedAt: now };
  const page = { ...key, projectId, serviceId, title, createdBy, isUpdating, writtenBy: "Built-in engine" };
  await db.insert(artifacts).values({ ...page, ...moments });
  const made = (given.sections ?? []).map((section) => madeSection(key, section, now));
  for (const [at, { text, status, sources, held }] of made.entries()) {
    const { sources: _written, createdAt: _createdAt, ...row } = text;
    const waiting = held === undefined ? null : { ...text, versionId: randomUUID(), content: held };
    const heldReason = waiting && "Much shorter";
    const heldVersionId = waiting?.versionId ?? null;
    await db.insert(sections).values({ ...row, position: (at + 1) * 1000, status, heldVersionId, heldReason });
    await db.insert(sectionVersions).values(waiting ? [text, waiting] : [text]);
    if (sources.length > 0) await db.insert(sectionSources).values(sources);
  }
  const versionIds = made.map(({ text }) => text.versionId);
  await db
    .insert(artifactRevisions)
    .values({ ...key, revision: 1, title, versionIds, cause: "created", createdAt: now });
  return { artifactId, sectionIds: made.map(({ text }) => text.sectionId) };
}

function madeSection(key: { organizationId: string; artifactId: string }, section: MadeSection, now: Date) {
  const { title = "Delays", output = "markdown", content = "Boats wait.", status = "fresh", sources = [] } = section;
  const sectionId = randomUUID();
  const text = { ...key, sectionId, versionId: randomUUID(), title, output, content, sources, createdAt: now };
  const instructions = { prompt: section.prompt ?? null, writtenBy: section.writtenBy ?? null };
  const changedAt = section.isChanged ? now : null;
  const rows = sources.map((source, at) => ({ ...key, sectionId, number: at + 1, ...source, blob: "", changedAt }));
  return { text: { ...text, ...instructions }, status, sources: rows, held: section.held };
}
