import type { Mention } from "@cairn/contract/mentions";
import type { TaskState } from "@cairn/contract/task-states";

/** A mentioned task as it is now. */
export interface MentionedTask {
  /** "FB-9". */
  name: string;
  title: string;
  state: TaskState;
}

/** How a mention of a person, a page, a task or a file is rendered. */
export type MentionTarget =
  | { kind: "link"; href: string; hash?: string; task?: MentionedTask }
  /** A name without a link, such as a person's. */
  | { kind: "name" }
  /** The mentioned entity no longer exists. */
  | { kind: "gone"; note: string };

/** Where a mention leads. */
export type ResolveMention = (mention: Mention) => MentionTarget;
