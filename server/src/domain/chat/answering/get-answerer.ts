import type { Answerer } from "@cairn/contract/chat";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";

/** Who answers questions on this server, and what it cannot do; the same for everybody who is signed in. */
export async function getAnswerer(ctx: Ctx): Promise<Answerer> {
  requireUserId(ctx);
  const { model } = ctx;
  if (model === null) {
    const built = { name: builtInEngineName, isBuiltIn: true, state: "ready" as const };
    return { ...built, reasons: [], readsImages: false, contextTokens: null };
  }
  const { state, reasons, images, contextTokens } = await model.capabilities();
  return { name: model.name, isBuiltIn: false, state, reasons: [...reasons], readsImages: images, contextTokens };
}
