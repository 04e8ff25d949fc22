import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleDashedIcon } from "@phosphor-icons/react/dist/csr/CircleDashed";
import { CircleHalfIcon } from "@phosphor-icons/react/dist/csr/CircleHalf";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { WarningIcon } from "@phosphor-icons/react/dist/csr/Warning";
import { XCircleIcon } from "@phosphor-icons/react/dist/csr/XCircle";

import { nodeStateLabels } from "#web/features/services/architecture/model/node-state.ts";
import type { NodeState } from "#web/features/services/architecture/model/service-node.ts";
import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

const marks: Record<Exclude<NodeState, "saving">, { icon: typeof WarningIcon; color: string; isFilled?: boolean }> = {
  unconfigured: { icon: CircleDashedIcon, color: "text-ink-2" },
  unsaved: { icon: CircleHalfIcon, color: "text-warning-text", isFilled: true },
  invalid: { icon: WarningIcon, color: "text-danger-text", isFilled: true },
  saved: { icon: CheckCircleIcon, color: "text-success-text", isFilled: true },
  error: { icon: XCircleIcon, color: "text-danger-text", isFilled: true },
  leaving: { icon: TrashIcon, color: "text-danger-text" },
};

/** The state of a node as icon and word. */
export function NodeStateMark({ state, className }: { state: NodeState; className?: string }) {
  return (
    <span className={cx("inline-flex shrink-0 items-center gap-1 text-xs font-medium whitespace-nowrap", className)}>
      <StateSign state={state} />
      {nodeStateLabels[state]}
    </span>
  );
}

function StateSign({ state }: { state: NodeState }) {
  if (state === "saving") return <Spinner className="size-3.5 text-accent-text" />;
  const { icon: Icon, color, isFilled } = marks[state];
  return <Icon aria-hidden weight={isFilled ? "fill" : "regular"} className={cx("size-3.5", color)} />;
}
