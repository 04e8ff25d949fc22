import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getImplementationEngines as endpoint } from "@cairn/contract/implementation-engines";

import type { Ctx } from "#server/ctx.ts";
import { loadDefaultEngine } from "#server/domain/implementations/store/default-engine.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { listEngines } from "./list-engines.ts";
import { requireInstalled } from "./require-engine.ts";

/** What could implement a task of this product on this server. */
export async function getImplementationEngines(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "implementation.read");
  const chosen = await loadDefaultEngine(ctx.db, project);
  return { engines: listEngines(ctx.settings, { chosen, check: (engine) => requireInstalled(ctx, engine) }) };
}
