import { useLocation } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import type { ReactNode } from "react";

import { isActivePath } from "#web/lib/navigation/paths.ts";
import type { PathName } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

/** True while the sidebar is a rail of icons; labels then move into tooltips. */
export const RailContext = createContext(false);

export interface NavItemProps {
  href: string;
  icon: ReactNode;
  label: string;
  /** The screen for which the item is marked as current, with the parameters that must match. */
  active?: { name: PathName; isExact?: boolean; params?: Record<string, string> };
  /** Whether an answer is being generated there. */
  isStreaming?: boolean;
  /** How deep it is indented. */
  level?: number;
  /** A note about the item, shown as a dot with this text. */
  mark?: string | null;
  /** Words about it behind its name. */
  note?: string;
  /** How many of it wait for somebody, with the words for it: "2 need you". */
  count?: { value: number; words: string } | null;
  /** A separate control at the right end. */
  trailing?: ReactNode;
  /** Rows below it. */
  children?: ReactNode;
}

const indentPx = 16;

export const navItemClass =
  "relative flex h-8 w-full items-center gap-2 rounded-md px-2 text-sm text-ink-2 transition-colors duration-[80ms] " +
  "hover:bg-surface-3 hover:text-ink pointer-coarse:h-11 focus-visible:-outline-offset-2";

export function NavItem({
  href,
  icon,
  label,
  active,
  isStreaming = false,
  level = 0,
  mark = null,
  note,
  count = null,
  trailing,
  children,
}: NavItemProps) {
  const { pathname } = useLocation();
  const isRail = useContext(RailContext);
  const isActive = active !== undefined && isActivePath(active.name, pathname, active);
  return (
    <li className="relative">
      <Link
        href={href}
        style={isRail || level === 0 ? undefined : { paddingLeft: `${16 + level * indentPx}px` }}
        {...(isRail ? tooltip(label, { side: "right" }) : {})}
        aria-current={isActive ? "page" : undefined}
        aria-label={isStreaming ? `${label}, answering` : isRail ? label : undefined}
        className={cx(
          navItemClass,
          isRail && "justify-center px-0",
          Boolean(trailing) && "pr-8",
          isActive &&
            "bg-surface-4 font-medium text-ink before:absolute before:inset-y-1.5 before:left-0 before:w-0.5 " +
              "before:rounded-full before:bg-accent-text forced-colors:outline-1",
        )}
      >
        <span aria-hidden="true" className={cx("shrink-0", isActive ? "text-ink" : "text-ink-3")}>
          {icon}
        </span>
        {!isRail && <span className="truncate">{label}</span>}
        {note !== undefined && !isRail && <span className="ml-auto shrink-0 text-xs text-ink-3">{note}</span>}
        {count !== null && !isRail && (
          <>
            <span aria-hidden="true" title={count.words} className="ml-auto text-xs text-ink-3 tabular-nums">
              {count.value}
            </span>
            <span className="sr-only">({count.words})</span>
          </>
        )}
        {mark !== null && !isRail && (
          <>
            <span
              // Its title would else be read out besides the text below.
              aria-hidden="true"
              title={mark}
              className="ml-auto size-1.5 shrink-0 rounded-full bg-warning forced-colors:outline-1"
            />
            <span className="sr-only">({mark})</span>
          </>
        )}
      </Link>
      {trailing}
      {children}
    </li>
  );
}

/** A titled part of the navigation. */
export function NavGroup({ title, children }: { title?: string; children: ReactNode }) {
  const isRail = useContext(RailContext);
  return (
    <div className="mb-4">
      {title && !isRail && (
        <p title={title} className="mb-1 truncate px-2 text-xs font-medium text-ink-3">
          {title}
        </p>
      )}
      {title && isRail && <div className="mx-2 mb-2 h-px bg-line" />}
      <ul className="flex flex-col gap-px" aria-label={title}>
        {children}
      </ul>
    </div>
  );
}
