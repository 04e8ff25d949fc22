import type { getArtifact as endpoint } from "@cairn/contract/artifacts";
import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "../../ctx.ts";
import { requireOrganization } from "../members/require-organization.ts";
import { requireProject } from "../members/require-project.ts";
import { listProjectServices } from "../services/list-project-services.ts";
import { findArtifactRow, listRelatedRows, listSectionRows, type ArtifactRow } from "./artifacts.store.ts";
import { describeArtifact, describeSection } from "./describe-artifact.ts";

const maxRelated = 12;

export async function getArtifact(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.read");
  const row = await findArtifactRow(ctx.db, { organizationId, artifactId: input.artifactId });
  if (!row) throw notFound("Page");
  return {
    ...describeArtifact(row),
    ...(await placeOf(ctx, row)),
    sections: (await listSectionRows(ctx.db, row)).map(describeSection),
    related: await listRelatedRows(ctx.db, row, maxRelated),
  };
}

/** The product and service a page belongs to. */
async function placeOf(ctx: Ctx, { organizationId, projectId, serviceId }: ArtifactRow) {
  if (projectId === null) return { project: null, service: null };
  const { slug, name } = await requireProject(ctx, { organizationId, projectId }, "project.read");
  const services = serviceId === null ? [] : await listProjectServices(ctx, { organizationId, projectId });
  const service = services.find((one) => one.serviceId === serviceId);
  return {
    project: { projectId, slug, name },
    service: service ? { serviceId: service.serviceId, name: service.name } : null,
  };
}
