import { onEvent } from "#server/edge.ts";

import { unassignMember } from "./unassign-member.ts";

export const taskListeners = [onEvent("member.gone", unassignMember)];
