import type { ReactNode } from "react";

/** One thing that is short of a task, under its name. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Long names inside are cut; they do not widen the page.
    <div className="min-w-0">
      <h3 className="mb-1.5 text-sm font-medium text-ink">{label}</h3>
      {children}
    </div>
  );
}
