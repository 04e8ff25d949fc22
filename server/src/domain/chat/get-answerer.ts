import type { Answerer } from "@cairn/contract/chat";

import type { Ctx } from "../../ctx.ts";
import { builtInEngineName } from "../../engine/answers/answer-from-code.ts";
import { requireUserId } from "../members/require-organization.ts";

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
