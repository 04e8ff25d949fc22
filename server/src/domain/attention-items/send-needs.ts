import { withActor, type Ctx } from "#server/ctx.ts";
import { findUser } from "#server/domain/users/find-user.ts";

import { gatherNeeds } from "./list-needs.ts";
import { nameNeed } from "./name-need.ts";
import { selectNeedLetters, updateTold } from "./need-letters.store.ts";
import { needsLetter } from "./needs-letter.ts";

/** Remembered of one person. */
const maxTold = 500;

/**
 * Writes to a person about what has come to wait for them since the last letter; where nothing has, nothing is sent.
 * A process that dies after sending and before remembering sends the same letter once more.
 */
export async function sendNeeds(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  const user = ctx.mail && (await findUser(ctx, userId));
  const letters = await selectNeedLetters(ctx.wholeDb, userId);
  // Switched off or deleted while it was in line.
  if (!ctx.mail || !user || !letters || letters.frequency === "off") return;
  const needs = await gatherNeeds(withActor(ctx, { kind: "user", userId }), maxTold);
  const told = new Set(letters.told);
  const fresh = needs.content.filter((need) => !told.has(nameNeed(need)));
  if (fresh.length > 0) {
    const { appName, addresses } = ctx.settings;
    const others = needs.total - fresh.length;
    const letter = needsLetter({ appName, clientHost: addresses.clientHost, email: user.email, fresh, others });
    await ctx.mail.send(letter, ctx.signal);
  }
  await updateTold(ctx.wholeDb, userId, needs.content.map(nameNeed));
}
