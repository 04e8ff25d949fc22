import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { testConnection as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";

import { openRemoteOf } from "./open-remote.ts";
import { tryRemote } from "./try-remote.ts";

/** Tries whether a repository can be reached with what is kept for it. */
export async function testConnection(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "service.write");
  return await tryRemote(ctx, row.organizationId, (bounded) => openRemoteOf(bounded, row));
}
