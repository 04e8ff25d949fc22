import type { PlanItem } from "@cairn/contract/plans";
import { useId } from "react";

import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { Diagram } from "#web/ui/diagram/diagram.tsx";

import { drawDependencies, sayDependencies } from "./dependencies.ts";

/** What waits for what, as a diagram and in words. */
export function PlanOrder({ items }: { items: readonly PlanItem[] }) {
  const headingId = useId();
  const isNarrow = useIsNarrow();
  const sentences = sayDependencies(items);
  if (items.length < 2) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 text-base font-semibold">
        What waits for what
      </h2>
      {sentences.length === 0 ? (
        <p className="text-sm text-ink-3">No task waits for another one; they can be done in any order.</p>
      ) : (
        <>
          <Diagram source={drawDependencies(items, isNarrow)} title="What waits for what" />
          <details className="mt-2 text-sm text-ink-3">
            <summary className="w-fit cursor-pointer">In words</summary>
            <ul className="mt-1 list-disc pl-5 text-ink-2">
              {sentences.map((sentence) => (
                <li key={sentence} className="wrap-anywhere">
                  {sentence}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  );
}
