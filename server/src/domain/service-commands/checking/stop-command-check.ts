import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { CheckedCommand, stopServiceCommands as endpoint } from "@cairn/contract/service-commands";

import type { Ctx } from "#server/ctx.ts";
import {
  readServiceCommands,
  requireServiceCommands,
} from "#server/domain/service-commands/reading/require-service-commands.ts";
import { lockRunningCheck, stopCheckRow } from "#server/domain/service-commands/store/command-checks.store.ts";

/** Ends a check at once, whether somebody works on it or not; whoever does finds out within a moment and ends its processes. */
export async function stopCommandCheck(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { service } = await requireServiceCommands(ctx, input, "service.write");
  await ctx.db.transaction(async (tx) => {
    const check = await lockRunningCheck(tx, service);
    if (check === null) throw new AppError("conflict", { message: "These commands are not being checked." });
    const endedAt = ctx.now();
    await stopCheckRow(tx, service, { commands: check.commands.map((one) => stopped(one, endedAt)), endedAt });
  });
  return await readServiceCommands(ctx, service.serviceId);
}

function stopped(command: CheckedCommand, now: Date): CheckedCommand {
  if (command.outcome !== null) return command;
  if (command.startedAt === null) return { ...command, outcome: "not-run", message: "The check was stopped before." };
  const durationMs = Math.max(0, now.getTime() - new Date(command.startedAt).getTime());
  return { ...command, outcome: "stopped", message: "It was stopped.", durationMs };
}
