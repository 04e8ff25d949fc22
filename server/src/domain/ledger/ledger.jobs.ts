import { onEvent } from "#server/edge.ts";

import { markCodeGone } from "./mark-code-gone.ts";

export const ledgerListeners = [onEvent("repository.deleted", markCodeGone)];
