import { maxListLimit } from "@cairn/contract/lists";

import type { Ctx } from "#server/ctx.ts";

import { listMembers } from "./list-members.ts";

/** Addresses of all members of an organization, by their ids. */
export async function listMemberEmails(ctx: Ctx, organizationId: string): Promise<Map<string, string>> {
  const emails = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { content, total } = await listMembers(ctx, { organizationId, page, limit: maxListLimit });
    for (const { user } of content) emails.set(user.userId, user.email);
    if (content.length === 0 || emails.size >= total) return emails;
  }
}
