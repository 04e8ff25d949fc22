import { commandKinds, type CommandKind } from "@cairn/contract/service-commands";

import { serviceCommands } from "#server/platform/db/tables/service-commands.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

/** Chooses the commands of a service; kinds that are left out have none. */
export async function setCommands(
  world: TestWorld,
  { organizationId, serviceId }: { organizationId: string; serviceId: string },
  commands: Partial<Record<CommandKind, string>>,
): Promise<void> {
  const choices = Object.fromEntries(
    commandKinds.map((kind) => {
      const command = commands[kind];
      return [kind, command === undefined ? { use: "none" as const } : { use: "command" as const, command }];
    }),
  );
  await world.ctx.db
    .insert(serviceCommands)
    .values({ organizationId, serviceId, choices })
    .onConflictDoUpdate({ target: serviceCommands.serviceId, set: { choices } });
}
