import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getCommandOutput as endpoint } from "@cairn/contract/service-commands";

import type { Ctx } from "#server/ctx.ts";
import { findOutput } from "#server/domain/service-commands/store/command-checks.store.ts";

import { requireServiceCommands } from "./require-service-commands.ts";

/** Empty where it wrote nothing, or has not ended. */
export async function getCommandOutput(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { service } = await requireServiceCommands(ctx, input, "project.read");
  return (await findOutput(ctx.db, service.serviceId, input.kind)) ?? { output: "", isCut: false };
}
