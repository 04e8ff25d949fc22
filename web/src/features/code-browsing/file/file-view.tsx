import type { RepositoryFile } from "@cairn/contract/code-browsing";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import type { ReactNode } from "react";

import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { shortenCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import { formatFileSize } from "#web/features/code-browsing/location/file-path.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { useSearchParams } from "#web/lib/navigation/route-params.ts";
import { CodeLines, splitCodeLines } from "#web/ui/code/code-lines.tsx";
import { fileLanguageKey } from "#web/ui/code/languages.ts";
import { lineHash, parseLineHash } from "#web/ui/code/line-range.ts";
import type { LineRange } from "#web/ui/code/line-range.ts";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

import { FileActions } from "./file-actions.tsx";
import { FileWithoutPreview } from "./file-without-preview.tsx";
import { GoToLine } from "./go-to-line.tsx";
import { maxPictureBytes, pictureType } from "./picture-type.ts";
import { PictureView } from "./picture-view.tsx";
import { RepositoryMarkdown } from "./repository-markdown.tsx";

const BlameView = lazy(() => import("./blame-view.tsx").then((module) => ({ default: module.BlameView })));

/** The views of a file; history and changes are separate screens. */
const labels = { preview: "Preview", code: "Code", blame: "Blame" } as const;
type FileViewKind = keyof typeof labels;

/** Renders the button to ask about lines of a file; `selection` is null when nothing is selected. */
export type RenderAsk = (lines: { path: string; selection: LineRange | null; lineCount: number }) => ReactNode;

interface FileViewProps {
  repository: RepositoryKey;
  file: RepositoryFile;
  links: CodeLinks;
  renderAsk: RenderAsk;
}

/** One file: its size and lines, then its content. The selected lines are in the hash of the address. */
export function FileView({ repository, file, links, renderAsk }: FileViewProps) {
  const { hash } = useLocation();
  const search = useSearchParams();
  const navigate = useNavigate();
  const selection = parseLineHash(hash);
  const [isGoingToLine, setIsGoingToLine] = useState(false);
  const lineCount = useMemo(() => (file.content === "" ? 0 : splitCodeLines(file.content).length), [file.content]);
  const views = listViews(file);
  const first = selection && views.includes("code") ? "code" : views[0];
  const view = views.find((one) => one === search.view) ?? first;
  const hasLines = lineCount > 0 && views.includes("code");
  useSingleKey("l", () => hasLines && setIsGoingToLine(true));

  const go = (change: { view?: FileViewKind; range?: LineRange | null }) =>
    void navigate({
      to: ".",
      search: (before: Record<string, string>) => (change.view ? { ...before, view: change.view } : before),
      hash: change.range ? lineHash(change.range) : "",
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  const select = (range: LineRange | null) => go({ range });
  const choose = (next: FileViewKind) =>
    go({ view: next, range: next === "blame" || next === "code" ? selection : null });
  return (
    <section aria-label="File" className="rounded-lg border border-line">
      <div
        className={
          "sticky top-12 z-10 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-t-lg border-b " +
          "border-line-subtle bg-surface-2 px-3 py-1 max-md:static"
        }
      >
        {views.length > 1 && view && (
          <SegmentedControl
            label="View"
            size="sm"
            options={views.map((value) => ({ value, label: labels[value] }))}
            value={view}
            onValueChange={choose}
          />
        )}
        <p className="py-1 text-sm text-ink-3 tabular-nums">
          {describeFile(file, lineCount)} · <span className="font-mono text-xs">{shortenCommitId(file.commit)}</span>
        </p>
        {file.kind !== "submodule" && (
          <div className="ml-auto flex items-center gap-1">
            {hasLines && renderAsk({ path: file.path, selection, lineCount })}
            <FileActions repository={repository} file={file} links={links} />
          </div>
        )}
      </div>
      <div className="overflow-clip rounded-b-lg">
        {view === "preview" && <Preview repository={repository} file={file} links={links} />}
        {view === "code" && lineCount === 0 && <p className="p-6 text-center text-sm text-ink-3">This file is empty</p>}
        {view === "code" && lineCount > 0 && (
          <CodeLines
            label={file.path}
            code={file.content}
            language={fileLanguageKey(file.path, file.language)}
            selection={selection}
            onSelectionChange={select}
          />
        )}
        {view === "blame" && (
          <Suspense>
            <BlameView
              repository={repository}
              file={file}
              links={links}
              selection={selection}
              onSelectionChange={select}
            />
          </Suspense>
        )}
        {view === undefined && <FileWithoutPreview repository={repository} file={file} links={links} />}
      </div>
      {isGoingToLine && (
        <GoToLine
          lineCount={lineCount}
          onLine={(line) => go({ view: view === "blame" ? "blame" : "code", range: { start: line, end: line } })}
          onClose={() => setIsGoingToLine(false)}
        />
      )}
    </section>
  );
}

function Preview({ repository, file, links }: Pick<FileViewProps, "repository" | "file" | "links">) {
  const type = pictureType(file.path);
  if (type) {
    const codeLocation = { branchName: file.commit, path: file.path };
    return <PictureView repository={repository} codeLocation={codeLocation} type={type} />;
  }
  return (
    <div className="p-4 md:px-6 md:py-5">
      <RepositoryMarkdown
        repository={repository}
        text={file.content}
        codeLocation={{ branchName: file.commit, path: file.path }}
        hrefOf={links.hrefOf}
        topHeading={2}
      />
    </div>
  );
}

/** The views of a file, the default first; empty when its content cannot be shown. */
function listViews(file: RepositoryFile): FileViewKind[] {
  if (file.kind !== "file" || file.lfsSize !== null) return [];
  const isText = file.encoding !== "none";
  const lines: FileViewKind[] = isText ? (file.content === "" ? ["code"] : ["code", "blame"]) : [];
  const isPicture = pictureType(file.path) !== null && file.size > 0 && file.size <= maxPictureBytes;
  const isMarkdown = isText && /\.(md|markdown)$/i.test(file.path) && file.content !== "";
  return isPicture || isMarkdown ? ["preview", ...lines] : lines;
}

function describeFile(file: RepositoryFile, lineCount: number): string {
  if (file.kind === "symlink") return "Symbolic link";
  if (file.kind === "submodule") return "Submodule";
  const size = formatFileSize(file.size);
  if (file.encoding === "none" || file.lfsSize !== null) return size;
  const hasCrlf = file.content.includes("\r\n");
  const notes = [...(hasCrlf ? ["CRLF"] : []), ...(file.encoding === "utf-8" ? [] : [file.encoding])];
  return [size, `${lineCount} ${lineCount === 1 ? "line" : "lines"}`, ...notes].join(" · ");
}
