import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { GlobeIcon } from "@phosphor-icons/react/dist/csr/Globe";
import { memo, useId, useMemo, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useIsNearViewport } from "#web/lib/browser/use-is-near-viewport.ts";
import { Link } from "#web/ui/action/link.tsx";
import { fileLanguageKey } from "#web/ui/code/languages.ts";
import { MarkedCode } from "#web/ui/code/marked-code.tsx";
import { useHighlight } from "#web/ui/code/use-highlight.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { FilePath } from "#web/ui/display/file-path.tsx";

import type { ResultFile, SearchMatch } from "./group-hits.ts";
import { buildHitAddress } from "./hit-address.ts";
import { formatCount } from "./search-summary.ts";

/** Rows of a file shown at first, and further rows per press of "Show more". */
const firstRows = 10;
const furtherRows = 200;

interface ResultFileCardProps {
  project: ProjectKey;
  file: ResultFile;
  /** Null for a file. */
  topicTitle: string | null;
  /** Whether to show the repository, because several were searched. */
  hasRepository: boolean;
}

/** A file with its matches; collapsible. Rows link to their lines. */
export const ResultFileCard = memo(function ResultFileCard({
  project,
  file,
  topicTitle,
  hasRepository,
}: ResultFileCardProps) {
  const id = useId();
  const cardRef = useRef<HTMLLIElement>(null);
  const [isOpen, setIsOpen] = useState(true);
  const [maxRows, setMaxRows] = useState(firstRows);
  const isNear = useIsNearViewport(cardRef);
  const matches = file.matches.slice(0, maxRows);
  const hiddenHere = file.matches.length - matches.length;
  const hiddenThere = file.count - file.matches.length;
  const Caret = isOpen ? CaretDownIcon : CaretRightIcon;
  const Icon = file.topicId ? GlobeIcon : FileIcon;
  return (
    <li
      ref={cardRef}
      data-hit-group
      className="rounded-lg border border-line bg-surface-2 [content-visibility:auto] [contain-intrinsic-size:auto_20rem]"
    >
      <h2>
        <button
          type="button"
          data-hit-head
          aria-expanded={isOpen}
          aria-controls={`${id}-rows`}
          onClick={() => setIsOpen(!isOpen)}
          className={
            "flex min-h-9 w-full items-center gap-2 rounded-lg px-3 py-1 text-left text-sm hover:bg-surface-3 " +
            "focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
          }
        >
          <Caret aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
          {topicTitle !== null ? (
            <span className="min-w-0 truncate font-medium text-ink">{topicTitle}</span>
          ) : (
            <FilePath path={file.path} />
          )}
          {file.topicId && <Badge>External context</Badge>}
          {hasRepository && !file.topicId && (
            <Badge className="max-w-40">
              <span className="truncate">{file.repositorySlug}</span>
            </Badge>
          )}
          <span className="ml-auto shrink-0 pl-2 text-xs text-ink-3 tabular-nums">
            {file.count}
            <span className="sr-only"> found</span>
          </span>
        </button>
      </h2>
      <div id={`${id}-rows`} hidden={!isOpen} className="border-t border-line-subtle py-1">
        {isOpen && (
          <ul>
            {matches.map((location) => (
              <li key={location.key}>
                <MatchRow project={project} file={file} place={location} isColoured={isNear} />
              </li>
            ))}
          </ul>
        )}
        {isOpen && hiddenHere > 0 && (
          <button
            type="button"
            data-hit
            onClick={() => setMaxRows(maxRows + furtherRows)}
            className="min-h-8 rounded-md px-3 text-sm font-medium text-accent-text hover:underline focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
          >
            Show {Math.min(hiddenHere, furtherRows)} more
          </button>
        )}
        {isOpen && hiddenHere === 0 && hiddenThere > 0 && (
          <p className="px-3 py-1.5 text-sm text-ink-3">{formatCount(hiddenThere, "further line")} not listed</p>
        )}
      </div>
    </li>
  );
});

interface MatchRowProps {
  project: ProjectKey;
  file: ResultFile;
  place: SearchMatch;
  isColoured: boolean;
}

const MatchRow = memo(function MatchRow({ project, file, place: location, isColoured }: MatchRowProps) {
  const { startLine, symbol, hiddenLines } = location;
  const lines = useMemo(() => location.lines.map(({ text }) => text), [location]);
  const language = file.topicId || !isColoured ? null : fileLanguageKey(file.path, file.language);
  const tokens = useHighlight(lines, language);
  return (
    <Link
      {...buildHitAddress(project, file, location)}
      data-hit
      className="flex gap-3 px-3 py-0.5 hover:bg-surface-3 focus-visible:bg-surface-3 focus-visible:-outline-offset-2 pointer-coarse:py-2"
    >
      {!file.topicId && (
        <span className="w-10 shrink-0 text-right font-mono text-xs leading-5 text-ink-3 tabular-nums">
          <span className="sr-only">Line </span>
          {startLine}
        </span>
      )}
      <span className="min-w-0 flex-1">
        {symbol && (
          <span className="block text-sm">
            <span className="font-medium text-ink">{symbol.name}</span>{" "}
            <span className="text-ink-3">{symbol.kind}</span>
          </span>
        )}
        {location.lines.map(({ text, ranges }, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- lines of a place never move
            key={index}
            className="line-clamp-3 min-h-5 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap text-(--syn-fg)"
          >
            <MarkedCode text={text} tokens={tokens[index]} ranges={ranges} />
          </span>
        ))}
        {hiddenLines > 0 && (
          <span className="block text-xs leading-5 text-ink-3">{formatCount(hiddenLines, "more line")}</span>
        )}
      </span>
    </Link>
  );
});
