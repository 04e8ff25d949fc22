import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

import { SourcesList } from "./sources-list.tsx";

/** The sources of the newest answer, or of the one that the person chose. */
export function SourcesPanel({ targets }: { targets: readonly CitationTarget[] }) {
  return (
    <aside aria-label="Sources" className="flex h-full flex-col">
      <h2 className="flex h-12 shrink-0 items-center border-b border-line-subtle px-4 text-sm font-medium text-ink-2">
        Sources{targets.length > 0 && ` (${targets.length})`}
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {targets.length > 0 ? (
          <SourcesList targets={targets} />
        ) : (
          <p className="p-4 text-sm text-ink-3">The lines an answer rests on are listed here.</p>
        )}
      </div>
    </aside>
  );
}
