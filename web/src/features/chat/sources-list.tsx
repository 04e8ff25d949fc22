import { CitationCard, CitationChip } from "#web/ui/markdown/citation-chip.tsx";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

/** The lines an answer rests on, in the order of its citations. */
export function SourcesList({ targets }: { targets: readonly CitationTarget[] }) {
  return (
    <CitationCard>
      <ol className="flex flex-col gap-px p-2">
        {targets.map((target, index) => (
          <li key={target.key} className="flex min-w-0 items-baseline gap-2 rounded-md px-2 py-1.5">
            <CitationChip number={index + 1} target={target} />
            <span className="min-w-0 font-mono text-xs leading-5 break-all text-ink-2">{target.location}</span>
          </li>
        ))}
      </ol>
    </CitationCard>
  );
}
