import type { References } from "@cairn/contract/code-graph";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { Link } from "#web/ui/action/link.tsx";
import { fitLine } from "#web/ui/code/fit-line.ts";
import { MarkedCode } from "#web/ui/code/marked-code.tsx";
import { FilePath } from "#web/ui/display/file-path.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { useHitKeys } from "#web/ui/keyboard/use-hit-keys.ts";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import { referencesQuery } from "./code-graph.api.ts";
import type { NamePosition } from "./code-graph.api.ts";
import { NamesUnavailable } from "./names-unavailable.tsx";
import { ReferenceKind } from "./reference-kind.tsx";

const firstRows = 50;

interface ReferencesPanelProps {
  repository: RepositoryKey;
  position: NamePosition;
  /** The file that is open now. */
  path: string;
  hrefOf: (path: string) => string;
  onLeave: () => void;
}

/** The usages of a name by file, with the same keyboard control as search results. */
export function ReferencesPanel({ repository, position, path, hrefOf, onLeave }: ReferencesPanelProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const onKeyDown = useHitKeys(listRef, { onLeave });
  const { data, error, refetch } = useQuery(referencesQuery(repository, position));
  if (isDenied(error) && !data) return <NamesUnavailable />;
  if (error && !data) return <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading what="references">
        <SkeletonRows count={6} className="h-10" />
      </Loading>
    );
  }
  return (
    <>
      <output className="text-xs text-ink-3">{summarizeReferences(data)}</output>
      {data.isCutOff && (
        <p className="text-xs text-warning-text">Too many files mention the name: not all of them were looked at.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it bubble here */}
      <ul ref={listRef} aria-label="References" onKeyDown={onKeyDown} className="flex flex-col gap-2">
        {data.files.map((file) => (
          <FileReferences key={file.path} file={file} isOpenFile={file.path === path} href={hrefOf(file.path)} />
        ))}
      </ul>
    </>
  );
}

function summarizeReferences({ total, files, definition, name }: References): string {
  if (name === null) return "There is no name at that place.";
  if (total === 0)
    return definition ? "It is used nowhere in this repository." : "It is not declared in this repository.";
  const locations = `${total.toLocaleString("en")} ${total === 1 ? "place" : "places"}`;
  return `${locations} in ${files.length.toLocaleString("en")} ${files.length === 1 ? "file" : "files"}`;
}

interface FileReferencesProps {
  file: References["files"][number];
  isOpenFile: boolean;
  href: string;
}

function FileReferences({ file, isOpenFile, href }: FileReferencesProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  const [isWhole, setIsWhole] = useState(false);
  const rows = isWhole ? file.references : file.references.slice(0, firstRows);
  const Caret = isOpen ? CaretDownIcon : CaretRightIcon;
  return (
    <li data-hit-group className="rounded-md border border-line-subtle bg-surface-2">
      <button
        type="button"
        data-hit-head
        aria-expanded={isOpen}
        aria-controls={id}
        aria-current={isOpenFile || undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={
          "flex min-h-8 w-full items-center gap-1.5 rounded-md px-2 text-left hover:bg-surface-3 " +
          "focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
        }
      >
        <Caret aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <FilePath path={file.path} />
        <span className="ml-auto shrink-0 pl-1 text-xs text-ink-3 tabular-nums">{file.references.length}</span>
      </button>
      <ul id={id} hidden={!isOpen}>
        {rows.map((reference) => {
          const { text, ranges } = fitLine(reference.text, [reference.range]);
          return (
            <li key={`${reference.line}:${reference.range[0]}`}>
              <Link
                href={href}
                hash={`L${reference.line}`}
                data-hit
                className="block px-2 py-1 hover:bg-surface-3 focus-visible:bg-surface-3 focus-visible:-outline-offset-2"
              >
                <span className="flex items-center justify-between gap-2">
                  <span className="font-mono text-xs text-ink-3">
                    <span className="sr-only">Line </span>
                    {reference.line}
                  </span>
                  <ReferenceKind kind={reference.kind} confidence={reference.confidence} />
                </span>
                <span className="line-clamp-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap text-(--syn-fg)">
                  <MarkedCode text={text} tokens={undefined} ranges={ranges} />
                </span>
              </Link>
            </li>
          );
        })}
        {rows.length < file.references.length && (
          <li>
            <button
              type="button"
              data-hit
              onClick={() => setIsWhole(true)}
              className="min-h-8 px-2 text-sm font-medium text-accent-text hover:underline focus-visible:-outline-offset-2"
            >
              Show {file.references.length - rows.length} more
            </button>
          </li>
        )}
      </ul>
    </li>
  );
}
