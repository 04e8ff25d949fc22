import type { NodeState } from "./service-node.ts";

/** The word for each state, as it is shown and read out. */
export const nodeStateLabels: Record<NodeState, string> = {
  unconfigured: "Unconfigured",
  unsaved: "Unsaved",
  invalid: "Invalid Configuration",
  saved: "Saved",
  saving: "Saving",
  error: "Error",
  leaving: "To be deleted",
};
