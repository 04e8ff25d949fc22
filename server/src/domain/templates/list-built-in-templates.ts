import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listBuiltInTemplates as endpoint } from "@cairn/contract/templates";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { builtInTemplates } from "./built-in-templates.ts";

export async function listBuiltInTemplates(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  await requireOrganization(ctx, input, "template.read");
  return { content: [...builtInTemplates] };
}
