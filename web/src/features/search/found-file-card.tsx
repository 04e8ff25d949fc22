import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { GlobeIcon } from "@phosphor-icons/react/dist/csr/Globe";
import { memo, useId, useMemo, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { FilePath } from "#web/ui/file-path.tsx";
import { Link } from "#web/ui/link.tsx";
import { fileLanguageKey } from "#web/ui/markdown/languages.ts";
import { useHighlight } from "#web/ui/markdown/use-highlight.ts";
import { MarkedCode } from "#web/ui/marked-code.tsx";
import { useIsNear } from "#web/ui/use-is-near.ts";

import type { FoundFile, FoundPlace } from "./group-hits.ts";
import { hitAddress } from "./hit-address.ts";
import { counted } from "./search-summary.ts";

/** Rows of a file that are shown before somebody asks for more, and how many more come then. */
const firstRows = 10;
const furtherRows = 200;

interface FoundFileCardProps {
  project: ProjectKey;
  file: FoundFile;
  /** Null for a file. */
  topicTitle: string | null;
  /** Several repositories were searched: its own is named. */
  hasRepository: boolean;
}

/** A file with what was found in it. It folds; rows are links to their lines. */
export const FoundFileCard = memo(function FoundFileCard({
  project,
  file,
  topicTitle,
  hasRepository,
}: FoundFileCardProps) {
  const id = useId();
  const cardRef = useRef<HTMLLIElement>(null);
  const [isOpen, setIsOpen] = useState(true);
  const [maxRows, setMaxRows] = useState(firstRows);
  const isNear = useIsNear(cardRef);
  const places = file.places.slice(0, maxRows);
  const hiddenHere = file.places.length - places.length;
  const hiddenThere = file.count - file.places.length;
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
          className="flex min-h-9 w-full items-center gap-2 rounded-lg px-3 py-1 text-left text-sm hover:bg-surface-3 focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
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
            {places.map((place) => (
              <li key={place.key}>
                <PlaceRow project={project} file={file} place={place} isColoured={isNear} />
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
          <p className="px-3 py-1.5 text-sm text-ink-3">{counted(hiddenThere, "further line")} not listed</p>
        )}
      </div>
    </li>
  );
});

interface PlaceRowProps {
  project: ProjectKey;
  file: FoundFile;
  place: FoundPlace;
  isColoured: boolean;
}

const PlaceRow = memo(function PlaceRow({ project, file, place, isColoured }: PlaceRowProps) {
  const { startLine, symbol, hiddenLines } = place;
  const lines = useMemo(() => place.lines.map(({ text }) => text), [place]);
  const language = file.topicId || !isColoured ? null : fileLanguageKey(file.path, file.language);
  const tokens = useHighlight(lines, language);
  return (
    <Link
      {...hitAddress(project, file, place)}
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
        {place.lines.map(({ text, ranges }, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- lines of a place never move
            key={index}
            className="line-clamp-3 min-h-5 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap text-(--syn-fg)"
          >
            <MarkedCode text={text} tokens={tokens[index]} ranges={ranges} />
          </span>
        ))}
        {hiddenLines > 0 && (
          <span className="block text-xs leading-5 text-ink-3">{counted(hiddenLines, "more line")}</span>
        )}
      </span>
    </Link>
  );
});
