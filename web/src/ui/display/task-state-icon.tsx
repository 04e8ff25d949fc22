import type { TaskState } from "@cairn/contract/task-states";
import { ArchiveIcon } from "@phosphor-icons/react/dist/csr/Archive";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleIcon } from "@phosphor-icons/react/dist/csr/Circle";
import { CircleDashedIcon } from "@phosphor-icons/react/dist/csr/CircleDashed";
import { CircleHalfIcon } from "@phosphor-icons/react/dist/csr/CircleHalf";
import { DiamondIcon } from "@phosphor-icons/react/dist/csr/Diamond";

import { cx } from "#web/ui/cx.ts";

const icons = {
  backlog: { icon: CircleDashedIcon, isFilled: false, color: "text-ink-3" },
  todo: { icon: CircleIcon, isFilled: false, color: "text-ink-2" },
  "in-progress": { icon: CircleHalfIcon, isFilled: true, color: "text-info-text" },
  "in-review": { icon: DiamondIcon, isFilled: true, color: "text-warning-text" },
  done: { icon: CheckCircleIcon, isFilled: true, color: "text-success-text" },
  archived: { icon: ArchiveIcon, isFilled: false, color: "text-ink-3" },
} as const satisfies Record<TaskState, unknown>;

/** The sign of a task's state; the word stands beside it. */
export function TaskStateIcon({ state, className }: { state: TaskState; className?: string }) {
  const { icon: Icon, isFilled, color } = icons[state];
  return (
    <Icon aria-hidden weight={isFilled ? "fill" : "regular"} className={cx("size-4 shrink-0", color, className)} />
  );
}
