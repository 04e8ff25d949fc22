import type { Ctx } from "#server/ctx.ts";
import { positionStep } from "#server/domain/pages/sections/section-places.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";
import { ensurePlannedPage, insertSection } from "#server/domain/pages/store/artifacts.store.ts";
import { outlinePlan } from "#server/engine/pages/plan/page-plans.ts";
import type { OutlinedPage } from "#server/engine/with-model/outline/outline-pages.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Makes pages that a model planned, with sections that wait to be written: whatever happens to the process, the next run
 * goes on with them. `position` is that of the first.
 */
export async function addOutlined(
  ctx: Ctx,
  tx: Db,
  project: { organizationId: string; projectId: string },
  { outline, position }: { outline: readonly OutlinedPage[]; position: number },
): Promise<void> {
  const { organizationId, projectId } = project;
  const now = ctx.now();
  for (const [at, { title, question, sections }] of outline.entries()) {
    const artifactId = ctx.newId();
    const page = await ensurePlannedPage(tx, {
      artifactId,
      organizationId,
      projectId,
      serviceId: null,
      title,
      plan: outlinePlan(title),
      isUpdating: true,
      writtenBy: writerName(ctx),
      position: position + at,
      createdAt: now,
      updatedAt: now,
    });
    // Another run was faster.
    if (page?.artifactId !== artifactId) continue;
    for (const [nth, section] of sections.entries()) {
      await insertSection(tx, {
        sectionId: ctx.newId(),
        organizationId,
        artifactId,
        title: section.title,
        prompt: `${section.prompt}\n\nThe page answers: ${question}`,
        output: "markdown",
        content: "",
        status: "updating",
        position: (nth + 1) * positionStep,
      });
    }
  }
}
