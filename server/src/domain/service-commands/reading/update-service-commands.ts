import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { commandKinds, type updateServiceCommands as endpoint } from "@cairn/contract/service-commands";

import type { Ctx } from "#server/ctx.ts";
import { changeChoices } from "#server/domain/service-commands/store/service-commands.store.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import { storable } from "#server/text/storable.ts";

import { readServiceCommands, requireServiceCommands } from "./require-service-commands.ts";

/** People have the last word on what runs: a command of their own, none at all, or what the code says. */
export async function updateServiceCommands(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { service } = await requireServiceCommands(ctx, input, "service.write");
  const given = commandKinds.flatMap((kind) => (input[kind] === undefined ? [] : [[kind, input[kind]] as const]));
  await ctx.db.transaction(async (tx) => {
    if ((await holdService(tx, service, service.serviceId)) === null) throw notFound("Service");
    await changeChoices(tx, service, storable(Object.fromEntries(given)));
  });
  return await readServiceCommands(ctx, service.serviceId);
}
