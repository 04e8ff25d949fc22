import type { getArchitecture as endpoint } from "@cairn/contract/architecture";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { loadArchitecture } from "./load-architecture.ts";

/** Services, stores, queues and outside services, what connects them, and where code and lines differ. */
export async function getArchitecture(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  return await loadArchitecture(ctx, project);
}
