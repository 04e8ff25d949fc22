import { taskStateNames } from "@cairn/contract/task-states";
import { Link as RouterLink } from "@tanstack/react-router";
import { Children } from "react";
import type { ReactNode } from "react";

import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";

import type { MentionedTask, MentionTarget } from "./mention-target.ts";

/** A mention in a text; if its target no longer exists, the text says so. */
export function MentionLink({ target, children }: { target: MentionTarget; children: ReactNode }) {
  switch (target.kind) {
    case "link":
      return (
        <RouterLink to={target.href} hash={target.hash} preload={false} data-mention>
          {target.task ? <TaskWords task={target.task}>{children}</TaskWords> : children}
        </RouterLink>
      );
    case "name":
      return <span data-mention>{children}</span>;
    case "gone":
      return (
        <span>
          {children} <small className="text-sm text-ink-3">({target.note})</small>
        </span>
      );
  }
}

/** The words of the mention with the task's state. What begins with the task's name is shown with the title it has now. */
function TaskWords({ task: { name, title, state }, children }: { task: MentionedTask; children: ReactNode }) {
  const parts = Children.toArray(children);
  const words = parts.every((part) => typeof part === "string") ? parts.join("").replace(/^@/, "") : null;
  const isNamed = words === name || words?.startsWith(`${name} `);
  return (
    <>
      <TaskStateIcon state={state} className="mr-1 inline-block size-[1em] align-[-0.125em]" />
      {isNamed ? `${name} ${title}` : children}
      <small className="text-sm text-ink-3"> {taskStateNames[state]}</small>
    </>
  );
}
