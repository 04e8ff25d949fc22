import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { useEffect, useRef } from "react";

import { CitationCard, CitationChip } from "#web/ui/markdown/citation-chip.tsx";
import { useIsCitationHighlighted } from "#web/ui/markdown/citation-highlight.ts";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

import { groupSources } from "./group-sources.ts";
import type { SourceFile, SourceCitation } from "./group-sources.ts";

/** The cited lines of an answer, by file. */
export function SourcesList({ targets }: { targets: readonly CitationTarget[] }) {
  return (
    <CitationCard>
      <ul className="flex flex-col gap-4 p-4">
        {groupSources(targets).map((file) => (
          <FileSources key={file.key} file={file} />
        ))}
      </ul>
    </CitationCard>
  );
}

/** The name comes first, because a narrow panel cuts off the end of the path. */
function FileSources({ file: { name, folder, version, citations } }: { file: SourceFile }) {
  return (
    <li className="min-w-0">
      <p className="flex min-w-0 items-start gap-2 text-sm">
        <FileTextIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 font-medium wrap-anywhere text-ink">{name}</span>
        {version !== null && <span className="ml-auto shrink-0 font-mono text-xs leading-5 text-ink-3">{version}</span>}
      </p>
      {folder !== "" && (
        <p className="truncate pl-6 text-xs text-ink-3" title={`${folder}/${name}`}>
          {folder}
        </p>
      )}
      <ul className="mt-1.5 flex flex-wrap gap-1.5 pl-6">
        {citations.map((citation) => (
          <SourceChip key={citation.number} citation={citation} fileName={name} />
        ))}
      </ul>
    </li>
  );
}

function SourceChip({ citation: { number, target, lines }, fileName }: { citation: SourceCitation; fileName: string }) {
  const ref = useRef<HTMLLIElement>(null);
  const isHighlighted = useIsCitationHighlighted(target.key);
  useEffect(() => {
    if (isHighlighted) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isHighlighted]);
  return (
    <li ref={ref}>
      <CitationChip number={number} target={target} name={`L${lines} of ${fileName}`} className={chipClass}>
        <span className="font-medium">{number}</span> <span className="text-ink-3">L{lines}</span>
      </CitationChip>
    </li>
  );
}

const chipClass =
  "inline-flex min-h-6 items-center gap-1.5 rounded-sm border border-line bg-surface-2 px-1.5 text-xs tabular-nums text-ink-2 " +
  "no-underline transition-colors duration-[80ms] hover:border-accent-line hover:bg-accent-subtle data-[lit]:border-accent-line " +
  "data-[lit]:bg-accent-subtle data-[popup-open]:border-accent-line pointer-coarse:min-h-11 pointer-coarse:px-3";
