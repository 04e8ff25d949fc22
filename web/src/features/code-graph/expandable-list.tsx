import { useId, useState } from "react";
import type { ReactNode } from "react";

const fewItems = 8;

interface ExpandableListProps<Item> {
  title: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Whether the server truncated the list. */
  isCutOff: boolean;
  children: (item: Item) => ReactNode;
}

/** A card with a list whose first items are shown until it is expanded; renders nothing when empty. */
export function ExpandableList<Item>({ title, items, keyOf, isCutOff, children }: ExpandableListProps<Item>) {
  const headingId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, fewItems);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="rounded-lg border border-line bg-surface-2">
      <h2 id={headingId} className="px-4 pt-4 pb-2 text-base font-semibold md:px-5">
        {title}{" "}
        <span className="text-sm font-normal text-ink-3 tabular-nums">
          {items.length.toLocaleString("en")}
          {isCutOff && " or more"}
        </span>
      </h2>
      <ul className="divide-y divide-line-subtle">
        {shown.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {items.length > fewItems && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className={
            "min-h-10 w-full rounded-b-lg border-t border-line-subtle px-4 text-left text-sm font-medium " +
            "text-ink-2 hover:bg-surface-3 hover:text-ink focus-visible:-outline-offset-2 md:px-5 " +
            "pointer-coarse:min-h-11"
          }
        >
          {isWhole ? "Show fewer" : `Show all ${items.length.toLocaleString("en")}`}
        </button>
      )}
    </section>
  );
}
