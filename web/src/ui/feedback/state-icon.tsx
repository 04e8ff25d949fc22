import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleIcon } from "@phosphor-icons/react/dist/csr/Circle";
import { CircleDashedIcon } from "@phosphor-icons/react/dist/csr/CircleDashed";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";

import { cx } from "#web/ui/cx.ts";

import { Spinner } from "./spinner.tsx";

export type StateKind = "idle" | "open" | "running" | "done" | "attention" | "failed";

const icons: Record<StateKind, { icon: typeof CircleIcon; color: string } | null> = {
  idle: { icon: CircleDashedIcon, color: "text-ink-3" },
  open: { icon: CircleIcon, color: "text-ink-2" },
  running: null,
  done: { icon: CheckCircleIcon, color: "text-success-text" },
  attention: { icon: WarningCircleIcon, color: "text-warning-text" },
  failed: { icon: WarningCircleIcon, color: "text-danger-text" },
};

/** An icon with a label for a state, so that colour is never the only sign. */
export function StateIcon({ kind, label, className }: { kind: StateKind; label: string; className?: string }) {
  const entry = icons[kind];
  const Icon = entry?.icon;
  return (
    <span
      className={cx("inline-flex items-center gap-1.5 text-sm text-ink-2 wrap-anywhere [&>svg]:shrink-0", className)}
    >
      {Icon ? (
        <Icon
          aria-hidden
          weight={kind === "done" || kind === "failed" ? "fill" : "regular"}
          className={cx("size-4", entry.color)}
        />
      ) : (
        <Spinner className="text-ai-text" />
      )}
      {label}
    </span>
  );
}
