import { Link as RouterLink } from "@tanstack/react-router";

import { Badge } from "#web/ui/display/badge.tsx";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

interface SourceLinksProps {
  targets: readonly CitationTarget[];
  /** Numbers of the sources whose lines have changed, from 1. */
  changed?: readonly number[];
}

/** The lines that a section was written from, as links; a location that no longer exists is shown without a link. */
export function SourceLinks({ targets, changed = [] }: SourceLinksProps) {
  return (
    <ol className="flex flex-col gap-px p-1.5">
      {targets.map((target, index) => {
        const content = (
          <>
            <span className="w-5 shrink-0 text-right text-ink-3 tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1 font-mono break-all">{target.location}</span>
            {changed.includes(index + 1) && <Badge tone="warning">Changed</Badge>}
            <span className="shrink-0 font-mono text-ink-3">{target.version}</span>
          </>
        );
        const rowClass = "flex items-baseline gap-2.5 rounded-md px-2 py-1.5 text-xs leading-5 text-ink-2";
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a location may be cited twice, and the order is fixed
          <li key={index}>
            {target.link ? (
              <RouterLink
                to={target.link.href}
                hash={target.link.hash}
                preload={false}
                className={`${rowClass} hover:bg-surface-3 hover:text-ink`}
              >
                {content}
              </RouterLink>
            ) : (
              <span className={rowClass}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
