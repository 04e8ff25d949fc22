import type { RepositoryFile } from "@cairn/contract/repositories";
import { maxShownFileBytes } from "@cairn/contract/repositories";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { CopyButton } from "#web/ui/copy-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { CodeLines } from "#web/ui/markdown/code-lines.tsx";
import { fileLanguageKey } from "#web/ui/markdown/languages.ts";
import { lineHash, parseLineHash } from "#web/ui/markdown/line-range.ts";
import type { LineRange } from "#web/ui/markdown/line-range.ts";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

import { shortCommit } from "./branch-name.ts";
import { fileSize } from "./file-path.ts";
import { RepositoryMarkdown } from "./repository-markdown.tsx";

const views = [
  { value: "preview", label: "Preview" },
  { value: "code", label: "Code" },
] as const;

/** One file: its figures, then its lines. The selected lines stand in the address. */
export function FileView({ file, hrefOf }: { file: RepositoryFile; hrefOf: (path: string) => string }) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const selection = parseLineHash(hash);
  const isMarkdown = /\.(md|markdown)$/i.test(file.path);
  const [view, setView] = useState<"preview" | "code">(isMarkdown && !selection ? "preview" : "code");
  const isText = file.encoding === "utf-8";
  const lineCount = file.content === "" ? 0 : file.content.replace(/\n$/, "").split("\n").length;

  const select = (range: LineRange | null) => {
    void navigate({
      to: ".",
      hash: range ? lineHash(range) : "",
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  };
  return (
    <section aria-label="File" className="overflow-clip rounded-lg border border-line">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-subtle bg-surface-2 px-3 py-1">
        <p className="text-sm text-ink-3 tabular-nums">
          {fileSize(file.size)}
          {isText && ` · ${lineCount} ${lineCount === 1 ? "line" : "lines"}`} ·{" "}
          <span className="font-mono text-xs">{shortCommit(file.commit)}</span>
        </p>
        <div className="ml-auto flex items-center gap-1">
          {isMarkdown && isText && (
            <SegmentedControl label="View" size="sm" options={views} value={view} onValueChange={setView} />
          )}
          {isText && <CopyButton text={file.content} label="Copy" />}
        </div>
      </div>
      {!isText && <NotShown file={file} />}
      {isText && view === "preview" && isMarkdown && (
        <div className="p-4 md:px-6 md:py-5">
          <RepositoryMarkdown text={file.content} path={file.path} hrefOf={hrefOf} topHeading={2} />
        </div>
      )}
      {isText && (view === "code" || !isMarkdown) && (
        <CodeLines
          label={file.path}
          code={file.content}
          language={fileLanguageKey(file.path, file.language)}
          selection={selection}
          onSelectionChange={select}
        />
      )}
    </section>
  );
}

function NotShown({ file }: { file: RepositoryFile }) {
  const isTooLarge = file.size > maxShownFileBytes;
  return (
    <div className="p-4">
      <EmptyState
        icon={<FileIcon aria-hidden className="size-5" />}
        title={isTooLarge ? "This file is too large to show" : "This file is not text"}
        text={
          isTooLarge
            ? `It has ${fileSize(file.size)}; files up to ${fileSize(maxShownFileBytes)} are shown.`
            : `It has ${fileSize(file.size)}. Open it from a clone of the repository.`
        }
      />
    </div>
  );
}
