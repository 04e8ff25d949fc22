import { useRef } from "react";
import type { ReactNode, RefObject } from "react";

import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

export interface ListProps {
  label: string;
  children: ReactNode;
}

/** A list of links. J and K move between rows, Enter opens, `/` focuses a filter with `data-list-filter`. */
export function List({ label, children }: ListProps) {
  const listRef = useRef<HTMLUListElement>(null);
  useRowKeys(listRef);
  return (
    <ul
      ref={listRef}
      aria-label={label}
      className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2 empty:hidden"
    >
      {children}
    </ul>
  );
}

/** Keyboard control for a list whose rows have `data-row`. */
export function useRowKeys(listRef: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const rows = rowsOf(listRef.current);
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), rows.length - 1);
    rows[next]?.querySelector<HTMLElement>("a, button")?.focus();
  };
  useSingleKey("j", () => move(1));
  useSingleKey("k", () => move(-1));
  useSingleKey("/", () => document.querySelector<HTMLElement>("[data-list-filter]")?.focus());
}

/**
 * Call it before a row is removed. The returned function focuses the next row, else the previous one, else the heading
 * of the screen. Otherwise the focus would be lost with the row.
 */
export function keepRowFocus(element: Element | null): () => void {
  const row = element?.closest("[data-row]");
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling];
  // Runs after a closing dialog has returned the focus to a button that no longer exists.
  return () =>
    void requestAnimationFrame(() => {
      const neighbour = neighbours.find((one) => one?.isConnected);
      const control = neighbour?.querySelector<HTMLElement>("a, button");
      (control ?? document.querySelector<HTMLElement>("main h1"))?.focus();
    });
}

function rowsOf(list: Element | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
}

export interface ListRowProps {
  href?: string;
  /** The query of that address. */
  search?: Record<string, string>;
  /** Decorative icon left of the title. */
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** Figures and dates at the right end. */
  meta?: ReactNode;
  /** Whether `meta` is long and goes below the title on narrow windows. */
  isMetaLong?: boolean;
  /** Buttons at the end, outside the link. */
  actions?: ReactNode;
}

export function ListRow({ href, search, icon, title, description, meta, isMetaLong, actions }: ListRowProps) {
  const titleLook = "block truncate text-base font-medium text-ink";
  return (
    <li
      data-row
      className={
        "relative flex min-h-12 items-center max-sm:flex-wrap max-sm:gap-y-1 gap-3 px-3 py-2 " +
        "first:rounded-t-lg last:rounded-b-lg hover:bg-surface-3 md:px-4"
      }
    >
      {icon && <span className="shrink-0 text-ink-3">{icon}</span>}
      <div className="min-w-0 flex-1">
        {href ? (
          // The link covers the row, so that the whole row can be pressed.
          <Link
            href={href}
            {...(search && { search })}
            className={cx(
              titleLook,
              "after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 " +
                "focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus after:rounded-lg",
            )}
          >
            {title}
          </Link>
        ) : (
          <span className={titleLook}>{title}</span>
        )}
        {description && <p className="mt-0.5 truncate text-sm text-ink-3">{description}</p>}
      </div>
      {meta && (
        <div
          className={cx(
            "flex shrink-0 items-center gap-3 text-sm text-ink-3 tabular-nums",
            isMetaLong &&
              "max-sm:order-last max-sm:min-w-0 max-sm:shrink max-sm:basis-full max-sm:flex-wrap max-sm:gap-y-1.5",
            // Below the title, which stands beside the icon.
            isMetaLong && icon !== undefined && "max-sm:pl-7",
          )}
        >
          {meta}
        </div>
      )}
      {actions && <div className="relative flex shrink-0 items-center gap-1">{actions}</div>}
    </li>
  );
}
