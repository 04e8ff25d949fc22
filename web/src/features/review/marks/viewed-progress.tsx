import { Button } from "#web/ui/action/button.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

import { focusUnviewed } from "./focus-unviewed.ts";

/** How many files the reader has viewed, and the way to the next that they have not. */
export function ViewedProgress({ viewed, total }: { viewed: number; total: number }) {
  const text = `${viewed} of ${total} viewed`;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <ProgressBar
        label="Viewed files"
        value={total === 0 ? 0 : Math.round((viewed / total) * 100)}
        valueText={text}
        className="w-16"
      />
      <span className="text-sm whitespace-nowrap text-ink-3 tabular-nums">{text}</span>
      {viewed < total && (
        <Button size="sm" variant="ghost" onClick={() => focusUnviewed(null)}>
          Next unviewed
        </Button>
      )}
    </span>
  );
}
