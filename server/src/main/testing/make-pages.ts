import { randomUUID } from "node:crypto";

import { createPage } from "#server/domain/pages/editing/create-page.ts";
import { dropArtifact } from "#server/domain/pages/outline/drop-artifact.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

/** A page of the canary, and one that was taken out of the outline. */
export async function makePages(
  world: TestWorld,
  given: { organizationId: string; projectId: string; canary: string },
) {
  const { organizationId, projectId, canary } = given;
  const system = world.as({ kind: "system", organizationId });
  const sectionId = randomUUID();
  const section = { sectionId, title: canary, prompt: null, output: "markdown" as const };
  const artifactId = await system.db.transaction((tx) =>
    createPage(system, tx, {
      organizationId,
      projectId,
      serviceId: null,
      parentArtifactId: null,
      title: canary,
      createdBy: null,
      sections: [{ ...section, content: `${canary} boats`, sources: [] }],
    }),
  );
  const droppedPageId = await makeDroppedPage(system, given);
  return { artifactId, sectionId, revision: "1", droppedPageId };
}

async function makeDroppedPage(
  system: ReturnType<TestWorld["as"]>,
  { organizationId, projectId, canary }: { organizationId: string; projectId: string; canary: string },
): Promise<string> {
  const section = { title: canary, prompt: null, output: "markdown" as const, content: canary, sources: [] };
  const owner = { organizationId, projectId, serviceId: null, parentArtifactId: null };
  const artifactId = await system.db.transaction((tx) =>
    createPage(system, tx, { ...owner, title: canary, createdBy: null, sections: [section] }),
  );
  return (await dropArtifact(system, { organizationId, artifactId })).droppedPageId;
}
