import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { getProject } from "#server/domain/projects/get-project.ts";

/** More than may be saved: a text that is too long can be sent to be made shorter. */
const maxLength = 20_000;
const text = z.string().max(maxLength);
/** What a client sends: the current text and, where the client knows it, the text before its last change. */
const sentSchema = z.union([text, z.object({ text, before: text.nullable() })]);

/**
 * The description a turn works on: what the client sent, which a person may have changed by hand, else what is kept of
 * the last turn, else what is saved of the product.
 */
export async function loadDescription(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  data: { sent: unknown; kept: unknown },
): Promise<string> {
  if (data.sent === undefined || data.sent === null) {
    if (typeof data.kept === "string") return data.kept;
    const { description } = await getProject(ctx, await requireProject(ctx, project, "chat.use"));
    return description ?? "";
  }
  const sent = sentSchema.safeParse(data.sent).data;
  if (sent === undefined) {
    throw new AppError("invalid_input", { message: "The description cannot be read, or it is too long to work on" });
  }
  return (typeof sent === "string" ? sent : sent.text).trim();
}

/** The description before its last change, if the client sent it. */
export function readBefore(sent: unknown): string | null {
  const parsed = sentSchema.safeParse(sent).data;
  return typeof parsed === "object" ? parsed.before : null;
}
