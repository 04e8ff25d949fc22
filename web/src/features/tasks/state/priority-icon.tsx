import type { TaskPriority } from "@cairn/contract/tasks";
import { CellSignalFullIcon } from "@phosphor-icons/react/dist/csr/CellSignalFull";
import { CellSignalLowIcon } from "@phosphor-icons/react/dist/csr/CellSignalLow";
import { CellSignalMediumIcon } from "@phosphor-icons/react/dist/csr/CellSignalMedium";
import { CellSignalNoneIcon } from "@phosphor-icons/react/dist/csr/CellSignalNone";
import { WarningIcon } from "@phosphor-icons/react/dist/csr/Warning";

import { cx } from "#web/ui/cx.ts";

const icons = {
  none: CellSignalNoneIcon,
  low: CellSignalLowIcon,
  medium: CellSignalMediumIcon,
  high: CellSignalFullIcon,
  urgent: WarningIcon,
} as const satisfies Record<TaskPriority, unknown>;

/** The sign of a priority; the word stands beside it or is read out. */
export function PriorityIcon({ priority, className }: { priority: TaskPriority; className?: string }) {
  const Icon = icons[priority];
  return (
    <Icon
      aria-hidden
      weight={priority === "urgent" ? "fill" : "regular"}
      className={cx("size-4 shrink-0", priority === "urgent" ? "text-danger-text" : "text-ink-3", className)}
    />
  );
}
