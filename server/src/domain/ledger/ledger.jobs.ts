import { onEvent } from "../../edge.ts";
import { markCodeGone } from "./mark-code-gone.ts";

export const ledgerListeners = [
  onEvent("repository.deleted", {
    name: "mark-sources-of-deleted-repository",
    key: (event) => event.repositoryId,
    run: (ctx, event) => markCodeGone(ctx, ctx.db, event),
  }),
];
