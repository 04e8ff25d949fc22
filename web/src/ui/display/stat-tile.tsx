import { CaretUpIcon } from "@phosphor-icons/react/dist/csr/CaretUp";

import { cx } from "#web/ui/cx.ts";

export interface StatTileProps {
  label: string;
  value: number;
  isHighlighted?: boolean;
}

/** One figure with its label. It renders `dt` and `dd`, so it must be inside a `dl`. */
export function StatTile({ label, value, isHighlighted = false }: StatTileProps) {
  return (
    <div className="flex min-h-24 flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface-2 p-4">
      <dt className="text-sm wrap-anywhere text-ink-3">{label}</dt>
      <dd
        className={cx(
          "flex items-baseline gap-1.5 text-3xl font-semibold tabular-nums",
          isHighlighted ? "text-accent-text" : "text-ink",
        )}
      >
        {value.toLocaleString("en")}
        {isHighlighted && <CaretUpIcon aria-label="highlighted" weight="fill" className="size-4" />}
      </dd>
    </div>
  );
}
