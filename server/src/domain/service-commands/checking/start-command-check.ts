import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { CheckedCommand, checkServiceCommands as endpoint } from "@cairn/contract/service-commands";

import type { Ctx } from "#server/ctx.ts";
import { chooseCommands, folderOfService } from "#server/domain/service-commands/reading/choose-commands.ts";
import {
  readServiceCommands,
  requireServiceCommands,
} from "#server/domain/service-commands/reading/require-service-commands.ts";
import { replaceCheck } from "#server/domain/service-commands/store/command-checks.store.ts";
import { holdService } from "#server/domain/services/hold-service.ts";

/** Puts a check of the commands in line, in place of the last one. Throws `conflict` where one is under way. */
export async function startCommandCheck(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const stored = await requireServiceCommands(ctx, input, "service.write");
  const { service, repository } = stored;
  const { organizationId, serviceId } = service;
  if (repository === null) throw new AppError("unprocessable", { message: "This service has no repository." });
  const commands = chooseCommands(stored).flatMap(({ kind, command }): CheckedCommand[] =>
    command === null ? [] : [{ kind, command, ...untried }],
  );
  if (commands.length === 0) {
    throw new AppError("unprocessable", { message: "There is no command to check. Type one first." });
  }
  await ctx.db.transaction(async (tx) => {
    if ((await holdService(tx, service, serviceId)) === null) throw notFound("Service");
    const isStarted = await replaceCheck(tx, {
      serviceId,
      organizationId,
      checkId: ctx.newId(),
      repositoryId: repository.repositoryId,
      folder: folderOfService(service),
      commands,
      createdBy: ctx.actor.kind === "user" ? ctx.actor.userId : null,
      createdAt: ctx.now(),
    });
    if (!isStarted) throw new AppError("conflict", { message: "These commands are being checked already." });
    await ctx.enqueue(tx, "check-service-commands", { organizationId, serviceId }, serviceId);
  });
  return await readServiceCommands(ctx, serviceId);
}

const untried = { outcome: null, message: null, startedAt: null, durationMs: null, lastLines: [] };
