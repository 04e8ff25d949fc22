import type { EditedDraft } from "./edited-draft.ts";
import { listNames } from "./find-node.ts";
import { readCommands } from "./read-commands.ts";
import { resolveChanges, type ResolvedChanges } from "./resolve-changes.ts";

export interface CommandOutcome extends ResolvedChanges {
  /** Every clause was a command. What names no node is one all the same, and its problem says so. */
  isUnderstood: boolean;
}

/** What can be said, with the names of nodes that are there. */
export function describeCommands({ nodes }: EditedDraft): string {
  const [one = "web", other = "api"] = nodes.map(({ name }) => name);
  return [
    `I understand: "add a backend called billing", "add a queue called jobs", "add a Postgres database used by ${other}", "connect ${one} to ${other}", "disconnect ${one} from ${other}",`,
    `"forbid ${one} to use ${other}", "rename ${one} to shop", "make ${one} a library",`,
    `"describe ${one} as …", "split ${one} into ${one} and admin", "remove ${one}" and "arrange".`,
    nodes.length === 0 ? "" : `The nodes are ${listNames(nodes, "and")}.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
}

/** Plain commands, without a model. */
export function editByCommand(request: string, draft: EditedDraft): CommandOutcome {
  const { changes: spoken, unread } = readCommands(request, draft.nodes);
  const { changes, problems } = resolveChanges(draft, spoken);
  const notUnderstood = unread.map((clause) => `I did not understand "${clause.slice(0, 200)}".`);
  return { changes, problems: [...problems, ...notUnderstood], isUnderstood: unread.length === 0 && spoken.length > 0 };
}
