import { listAuditEvents as listAuditEventsEndpoint } from "@cairn/contract/audit";
import * as contract from "@cairn/contract/members";

import { defineRoute } from "#server/edge.ts";

import { acceptInvite } from "./accept-invite.ts";
import { createInvites } from "./create-invites.ts";
import { getInvite } from "./get-invite.ts";
import { listAuditEvents } from "./list-audit-events.ts";
import { listInvites } from "./list-invites.ts";
import { listMembers } from "./list-members.ts";
import { loadInvite } from "./load-invite.ts";
import { removeMember } from "./remove-member.ts";
import { renewInvite } from "./renew-invite.ts";
import { revokeInvite } from "./revoke-invite.ts";
import { updateMember } from "./update-member.ts";

export const memberRoutes = [
  defineRoute(contract.listMembers, listMembers),
  defineRoute(contract.updateMember, updateMember),
  defineRoute(contract.removeMember, removeMember),
  defineRoute(contract.listInvites, listInvites),
  defineRoute(contract.createInvites, createInvites),
  defineRoute(contract.getInvite, getInvite),
  defineRoute(contract.renewInvite, renewInvite),
  defineRoute(contract.revokeInvite, revokeInvite),
  defineRoute(contract.readInvite, loadInvite),
  defineRoute(contract.acceptInvite, acceptInvite),
  defineRoute(listAuditEventsEndpoint, listAuditEvents),
];
