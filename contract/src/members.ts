import { z } from "zod";

import { emailSchema, userSchema } from "./auth.ts";
import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { organizationParams, organizationSchema } from "./organizations.ts";
import { defaultRole, roleSchema } from "./roles.ts";
import { validation } from "./texts.ts";

/** A member has exactly one role; it travels as a list (specification section 6). */
export const rolesSchema = z
  .array(roleSchema, validation.roleRequired)
  .min(1, validation.roleRequired)
  .max(1, validation.oneRoleOnly);

export const memberSchema = z.object({
  user: userSchema.pick({ userId: true, firstName: true, lastName: true, email: true }),
  roles: rolesSchema,
  createdAt: z.iso.datetime(),
});
export type Member = z.infer<typeof memberSchema>;

/** `link`: this server sends no mail, the inviter passes the link on. The others are states of the e-mail. */
export const inviteDeliveries = ["link", "queued", "sent", "failed"] as const;

export const inviteSchema = z.object({
  inviteId: z.uuid(),
  email: z.string(),
  roles: rolesSchema,
  delivery: z.enum(inviteDeliveries),
  /** Why the mail could not be sent, in plain words; null unless `delivery` is "failed". */
  deliveryError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invite = z.infer<typeof inviteSchema>;

/**
 * An invite just made or renewed. The link is returned only this once, and only when it is not mailed; otherwise null.
 */
export const madeInviteSchema = inviteSchema.extend({ link: z.string().nullable() });
export type MadeInvite = z.infer<typeof madeInviteSchema>;

export const maxInvitesAtOnce = 50;
export const inviteLifetimeDays = 14;

const inMember = organizationParams.extend({ userId: z.uuid() });
const inInvite = organizationParams.extend({ inviteId: z.uuid() });
const base = "/v1/organizations/:organizationId";

export const listMembers = endpoint("GET", `${base}/members`, {
  summary: "Members of an organization by name; `query` narrows by name or e-mail address",
  params: organizationParams,
  query: listQuery.extend({ query: z.string().trim().max(100).optional() }),
  response: listOf(memberSchema),
});

export const updateMember = endpoint("PUT", `${base}/members/:userId`, {
  summary: "Give a member another role; the last Owner stays one",
  params: inMember,
  body: z.object({ roles: rolesSchema }),
  response: memberSchema,
});

export const removeMember = endpoint("DELETE", `${base}/members/:userId`, {
  summary: "Remove a member, or leave; the last Owner stays",
  params: inMember,
  response: noContent,
});

export const listInvites = endpoint("GET", `${base}/invites`, {
  summary: "Invites of an organization that nobody accepted yet, newest first",
  params: organizationParams,
  query: listQuery,
  response: listOf(inviteSchema),
});

export const createInvites = endpoint("POST", `${base}/invites`, {
  summary: "Invite people by their e-mail addresses",
  params: organizationParams,
  body: z.object({
    invites: z
      .array(z.object({ email: emailSchema, roles: rolesSchema.default([defaultRole]) }))
      .min(1)
      .max(maxInvitesAtOnce),
  }),
  response: z.object({ invites: z.array(madeInviteSchema) }),
  limit: sixtyAnHour,
});

export const getInvite = endpoint("GET", `${base}/invites/:inviteId`, {
  summary: "One pending invite",
  params: inInvite,
  response: inviteSchema,
});

export const renewInvite = endpoint("PUT", `${base}/invites/:inviteId`, {
  summary: "Send a pending invite again, or make a new link; the old one stops working. Its role cannot be changed",
  params: inInvite,
  response: madeInviteSchema,
});

export const revokeInvite = endpoint("DELETE", `${base}/invites/:inviteId`, {
  summary: "Revoke a pending invite; its link stops working",
  params: inInvite,
  response: noContent,
});

const byToken = z.object({ token: z.string().min(1).max(200) });

/** What the holder of the link may know before signing in. */
export const openInviteSchema = z.object({
  organization: organizationSchema.pick({ organizationId: true, slug: true, name: true }),
  email: z.string(),
  roles: rolesSchema,
  /** Who invited; null when the account is gone. */
  invitedBy: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});
export type OpenInvite = z.infer<typeof openInviteSchema>;

export const readInvite = endpoint("GET", "/v1/invites/:token", {
  summary: "What an invite link is for",
  access: "public",
  params: byToken,
  response: openInviteSchema,
  limit: sixtyAnHour,
});

export const acceptInvite = endpoint("POST", "/v1/invites/:token/accept", {
  summary: "Join the organization; only the invited e-mail address may, once",
  params: byToken,
  response: organizationSchema,
  limit: sixtyAnHour,
});
