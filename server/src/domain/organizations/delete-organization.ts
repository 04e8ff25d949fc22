import type { InputOf } from "@cairn/contract/endpoint";
import type { deleteOrganization as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "../../ctx.ts";
import { requireOrganization } from "../members/require-organization.ts";
import { deleteOrganizationRow, listRepositoryIds } from "./organizations.store.ts";

/** Everything in it goes: rows by the database's own cascade, mirrors and indexes from the disk. */
export async function deleteOrganization(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const { organizationId } = await requireOrganization(ctx, input, "organization.delete");
  const repositoryIds = await listRepositoryIds(ctx.db, organizationId);
  await deleteOrganizationRow(ctx.db, organizationId);
  for (const repositoryId of repositoryIds) {
    await ctx.indexes.remove(repositoryId);
    await ctx.mirrors.remove(repositoryId);
  }
}
