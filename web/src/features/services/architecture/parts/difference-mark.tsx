import { ArrowsClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { MinusIcon } from "@phosphor-icons/react/dist/csr/Minus";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";

import { differenceLabels } from "#web/features/services/architecture/model/difference.ts";
import type { Difference } from "#web/features/services/architecture/model/difference.ts";
import { cx } from "#web/ui/cx.ts";

const signs: Record<Difference, { icon: typeof PlusIcon; color: string }> = {
  added: { icon: PlusIcon, color: "text-success-text" },
  changed: { icon: ArrowsClockwiseIcon, color: "text-warning-text" },
  removed: { icon: MinusIcon, color: "text-danger-text" },
};

/** How something differs between two commits, as icon and word. */
export function DifferenceMark({ difference, className }: { difference: Difference; className?: string }) {
  const { icon: Icon, color } = signs[difference];
  return (
    <span className={cx("inline-flex shrink-0 items-center gap-1 text-xs font-medium whitespace-nowrap", className)}>
      <Icon aria-hidden weight="bold" className={cx("size-3.5", color)} />
      {differenceLabels[difference]}
    </span>
  );
}
