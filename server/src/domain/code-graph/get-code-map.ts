import type { getCodeMap as endpoint } from "@cairn/contract/code-graph";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import { openAreas } from "#server/domain/search/search-areas.ts";

import { mapCode } from "./map-code.ts";

/** Parts of a project's code and who imports whom, its endpoints with their callers, its data models. */
export async function getCodeMap(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openAreas(ctx, project, { serviceId: input.serviceId });
  return await mapCode(ctx, project, { areas, repositories: await openCodebases(ctx, project) });
}
