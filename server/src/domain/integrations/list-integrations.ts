import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listIntegrations as endpoint } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { githubIntegration } from "./github-integration.ts";

export async function listIntegrations(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  await requireOrganization(ctx, input, "integration.read");
  const { page, limit } = input;
  const all = [githubIntegration(ctx)];
  return { content: all.slice((page - 1) * limit, page * limit), page, limit, total: all.length };
}
