import type { ArtifactSummary, Section } from "@cairn/contract/artifacts";

import type { NamedArtifactRow, SectionRow } from "./artifacts.store.ts";

/** A page as lists show it. */
export function describeArtifact(row: NamedArtifactRow): ArtifactSummary {
  return {
    artifactId: row.artifactId,
    title: row.title,
    type: "page",
    projectId: row.projectId,
    serviceId: row.serviceId,
    isUpdating: row.isUpdating,
    updatedAt: row.updatedAt.toISOString(),
    creator: row.creator,
    writtenBy: row.writtenBy,
  };
}

/** A section is Auto if it has a prompt; without one it is static, whatever made it. */
export function describeSection(row: SectionRow): Section {
  const isAuto = row.prompt !== null && row.prompt !== "";
  return {
    sectionId: row.sectionId,
    title: row.title,
    kind: isAuto ? "auto" : "static",
    instructions: row.prompt === null ? null : { prompt: row.prompt, output: row.output },
    content: row.content,
    sources: row.sources,
    status: row.status,
    generatedAt: row.generatedAt?.toISOString() ?? null,
    commit: row.commit,
  };
}
