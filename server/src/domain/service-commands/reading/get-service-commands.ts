import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getServiceCommands as endpoint } from "@cairn/contract/service-commands";

import type { Ctx } from "#server/ctx.ts";

import { describeServiceCommands } from "./describe-service-commands.ts";
import { requireServiceCommands } from "./require-service-commands.ts";

/** What the last check found is read with them, so that a page needs one call. */
export async function getServiceCommands(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  return describeServiceCommands(await requireServiceCommands(ctx, input, "project.read"));
}
