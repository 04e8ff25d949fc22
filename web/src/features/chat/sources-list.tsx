import { CitationCard, CitationChip } from "#web/ui/markdown/citation-chip.tsx";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

/** The lines an answer rests on, in the order of its citations. */
export function SourcesList({ targets }: { targets: readonly CitationTarget[] }) {
  return (
    <CitationCard>
      <ol className="flex flex-col gap-px p-2">
        {targets.map((target, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a place may be cited twice, and the order is fixed
          <li key={index} className="flex min-w-0 items-baseline gap-1.5 rounded-md px-2 py-1.5">
            <span className="w-7 shrink-0">
              <CitationChip number={index + 1} target={target} />
            </span>
            <span className="min-w-0 flex-1 text-sm">
              <SourceName location={target.location} />
            </span>
          </li>
        ))}
      </ol>
    </CitationCard>
  );
}

/** The name and lines first: they tell sources apart where there is no room for the whole path. */
function SourceName({ location }: { location: string }) {
  const nameFrom = location.lastIndexOf("/") + 1;
  return (
    <>
      <span className="block break-words text-ink-2">{location.slice(nameFrom)}</span>
      {nameFrom > 0 && (
        <span className="block truncate text-xs text-ink-3" title={location}>
          {location.slice(0, nameFrom - 1)}
        </span>
      )}
    </>
  );
}
