import type { deleteArtifact as endpoint } from "@cairn/contract/artifacts";
import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "../../ctx.ts";
import { requireOrganization } from "../members/require-organization.ts";
import { deleteArtifactRow, findArtifactRow } from "./artifacts.store.ts";

/** A first page that was deleted is written anew by the next indexing run. */
export async function deleteArtifact(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const row = await findArtifactRow(ctx.db, { organizationId, artifactId: input.artifactId });
  if (!row) throw notFound("Page");
  await deleteArtifactRow(ctx.db, row);
}
