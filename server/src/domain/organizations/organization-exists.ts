import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { organizationExists as endpoint } from "@cairn/contract/organizations";
import { isUuid, slugSchema } from "@cairn/contract/slugs";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { tombstoneStart } from "./former-slugs.ts";
import { getOrganizationRow, isSlugTaken } from "./organizations.store.ts";

/** For the live check of a slug field: reserved words and slugs given up lately count as taken. */
export async function organizationExists(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  requireUserId(ctx);
  const { organizationId } = input;
  if (isUuid(organizationId)) return { exists: (await getOrganizationRow(ctx.db, organizationId)) !== null };
  const isReserved = !slugSchema.safeParse(organizationId).success;
  return { exists: isReserved || (await isSlugTaken(ctx.wholeDb, organizationId, tombstoneStart(ctx.now()))) };
}
