import { notFound } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import { describeBrief } from "#server/domain/implementations/brief/describe-brief.ts";
import type { RunHost } from "#server/domain/implementations/phases/run-host.ts";
import { selectImplementation } from "#server/domain/implementations/store/implementations.store.ts";
import type { Tool } from "#server/edge.ts";

/** Answers runs from this process. They see what every member of their organization may read, in their product alone. */
export function createRunHost(ctx: Ctx, tools: readonly Tool[]): RunHost {
  const reading = tools.filter(({ writes }) => writes === undefined);
  const asSystem = (organizationId: string) => withActor(ctx, { kind: "system", organizationId });
  return {
    tools: reading,
    async useTool({ organizationId, projectId }, name, input) {
      const tool = reading.find((one) => one.name === name);
      if (tool === undefined) throw notFound("Tool");
      const { text } = await tool.run(asSystem(organizationId), { organizationId, projectId }, tool.input.parse(input));
      return text;
    },
    async readBrief(key) {
      const system = asSystem(key.organizationId);
      const row = await selectImplementation(system.db, key);
      if (row === null) throw notFound("Implementation");
      return await describeBrief(system, row);
    },
  };
}
