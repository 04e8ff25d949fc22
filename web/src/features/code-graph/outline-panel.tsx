import type { Outline } from "@cairn/contract/code-graph";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";
import { FilePath } from "#web/ui/display/file-path.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useHitKeys } from "#web/ui/keyboard/use-hit-keys.ts";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import { outlineQuery } from "./code-graph.api.ts";
import { NamesUnavailable } from "./names-unavailable.tsx";
import { filterOutline, buildOutlineTree } from "./outline-tree.ts";
import type { OutlineNode } from "./outline-tree.ts";
import { SymbolIcon } from "./symbol-icon.tsx";

interface OutlinePanelProps {
  repository: RepositoryKey;
  branchName: string;
  path: string;
  hrefOf: (path: string) => string;
  onLeave: () => void;
}

/** The declarations of the open file as a tree, its imports and its importers. */
export function OutlinePanel({ repository, branchName, path, hrefOf, onLeave }: OutlinePanelProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const filterRef = useRef<HTMLInputElement>(null);
  const onKeyDown = useHitKeys(listRef, { onLeave, onTop: () => filterRef.current?.focus() });
  const [letters, setLetters] = useState("");
  const { data, error, refetch } = useQuery(outlineQuery(repository, { branchName, path }));
  const tree = useMemo(() => filterOutline(buildOutlineTree(data?.symbols ?? []), letters), [data, letters]);
  if (isDenied(error) && !data) return <NamesUnavailable />;
  if (error && !data) return <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading what="outline">
        <SkeletonRows className="h-7" />
      </Loading>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the links in it bubble here
    <div ref={listRef} onKeyDown={onKeyDown} className="flex flex-col gap-4">
      {data.symbols.length > 0 ? (
        <div className="flex flex-col gap-2">
          <TextField
            ref={filterRef}
            label="Filter declarations"
            isLabelHidden
            placeholder="Filter declarations"
            value={letters}
            onValueChange={setLetters}
          />
          {tree.length > 0 ? (
            <Branch nodes={tree} label="Declarations" href={hrefOf(path)} />
          ) : (
            <p className="text-sm text-ink-3">No declaration matches</p>
          )}
        </div>
      ) : (
        <p className="text-sm text-ink-3">No declarations were found in this file.</p>
      )}
      <FileLinks title="Imports" files={data.imports} addressOf={({ path }) => ({ href: hrefOf(path) })} />
      <FileLinks
        title="Imported by"
        files={data.importers}
        addressOf={({ path, line }) => ({ href: hrefOf(path), hash: `L${line}` })}
      />
    </div>
  );
}

function Branch({ nodes, label, href }: { nodes: readonly OutlineNode[]; label: string; href: string }) {
  return (
    <ul aria-label={label} className="[&_ul]:ml-3 [&_ul]:border-l [&_ul]:border-line-subtle [&_ul]:pl-1.5">
      {nodes.map(({ symbol, children }) => (
        <li key={`${symbol.startLine}:${symbol.name}`}>
          <Link
            href={href}
            hash={lineHash({ start: symbol.startLine, end: symbol.endLine })}
            data-hit
            title={symbol.signature || undefined}
            className={
              "flex min-h-7 items-center gap-1.5 rounded-sm px-1.5 text-sm text-ink-2 hover:bg-surface-3 " +
              "hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            }
          >
            <SymbolIcon kind={symbol.kind} />
            <span className="min-w-0 truncate">{symbol.name}</span>
            <span className="ml-auto shrink-0 text-xs text-ink-3">{symbol.kind}</span>
          </Link>
          {children.length > 0 && <Branch nodes={children} label={`In ${symbol.name}`} href={href} />}
        </li>
      ))}
    </ul>
  );
}

const fewFiles = 8;

interface FileLinksProps {
  title: string;
  files: Outline["imports"];
  addressOf: (file: Outline["imports"][number]) => { href: string; hash?: string };
}

/** A list of imported or importing files. */
function FileLinks({ title, files, addressOf }: FileLinksProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? files : files.slice(0, fewFiles);
  if (files.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="px-1.5 pb-1 text-xs font-medium text-ink-3">
        {title} <span className="tabular-nums">{files.length}</span>
      </h3>
      <ul>
        {shown.map((file) => (
          <li key={`${file.path}:${file.line}`}>
            <Link
              {...addressOf(file)}
              data-hit
              className="flex min-h-7 items-center rounded-sm px-1.5 hover:bg-surface-3 focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              <FilePath path={file.path} />
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < files.length && (
        <button
          type="button"
          data-hit
          onClick={() => setIsWhole(true)}
          className="min-h-7 rounded-sm px-1.5 text-sm font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
        >
          Show all {files.length}
        </button>
      )}
    </section>
  );
}
