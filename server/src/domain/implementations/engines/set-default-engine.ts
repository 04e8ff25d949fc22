import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { setDefaultEngine as endpoint } from "@cairn/contract/implementation-engines";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import {
  loadDefaultEngine,
  updateDefaultEngine,
  type ChosenEngine,
} from "#server/domain/implementations/store/default-engine.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { getImplementationEngines } from "./get-implementation-engines.ts";
import { requireInstalled } from "./require-engine.ts";

/** Chooses what implements tasks of the product where nobody says otherwise. Throws what that engine lacks on this server. */
export async function setDefaultEngine(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.update");
  const { organizationId, name: target } = project;
  const wanted = toChoice(input);
  if (wanted !== null) requireInstalled(ctx, wanted);
  await ctx.db.transaction(async (tx) => {
    const former = await loadDefaultEngine(tx, project);
    const [from, to] = [sayChoice(former), sayChoice(wanted)];
    if (from === to) return;
    await updateDefaultEngine(tx, project, wanted);
    await recordAudit(ctx, tx, { organizationId, action: "project.default-engine-changed", target, from, to });
  });
  return await getImplementationEngines(ctx, input);
}

function toChoice({ engine, agent }: InputOf<typeof endpoint>): ChosenEngine | null {
  if (engine === null) return null;
  return { engine, agent: engine === "coding-agent" ? agent : null };
}

function sayChoice(choice: ChosenEngine | null): string {
  return choice === null ? "none" : (choice.agent ?? choice.engine);
}
