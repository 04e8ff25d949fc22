import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { exportPages as endpoint } from "@cairn/contract/transfer";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { packFiles } from "#server/platform/archive/pack-files.ts";

import { gatherFiles } from "./gather-pages.ts";

/** All pages of an organization, or of one project, in a zip archive. */
export async function exportPages(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, slug } = await requireOrganization(ctx, input, "artifact.read");
  const { projectId } = input;
  const project =
    projectId === undefined ? null : await requireProject(ctx, { organizationId, projectId }, "artifact.read");
  const archive = await packFiles(await gatherFiles(ctx, { organizationId, projectId: project?.projectId }), ctx.now());
  return {
    bytes: new Blob([archive]).stream(),
    size: archive.length,
    contentType: "application/zip",
    filename: `${project?.slug ?? slug}-pages.zip`,
  };
}
