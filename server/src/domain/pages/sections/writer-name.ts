import type { Ctx } from "#server/ctx.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";

/** Who writes the Auto sections of this server. */
export function writerName(ctx: Pick<Ctx, "model">): string {
  return ctx.model?.name ?? builtInEngineName;
}
