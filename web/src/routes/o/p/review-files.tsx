import type { ReviewedFile } from "@cairn/contract/implementations";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { DiffCounts } from "#web/features/code-browsing/changes/diff-counts.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { groupFiles } from "#web/features/review/files/group-files.ts";
import { showFile } from "#web/features/review/overview/show-lines.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TruncatedName } from "#web/ui/display/truncated-name.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

interface ReviewFilesProps {
  repositoryId: string;
  files: readonly ReviewedFile[];
  isViewed: (file: ReviewedFile) => boolean;
}

/** The changed files by service, which lead to their changes. T opens them to be filtered, and Enter goes to the first. */
export function ReviewFiles({ repositoryId, files, isViewed }: ReviewFilesProps) {
  const { services } = useProject();
  const [isOpen, setIsOpen] = useState(false);
  const [words, setWords] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const open = () => {
    flushSync(() => setIsOpen(true));
    field.current?.focus();
    field.current?.select();
  };
  const close = () => {
    setIsOpen(false);
    setWords("");
  };
  useSingleKey("t", open);
  const groups = groupFiles(files, { services, repositoryId, words });
  const [first] = groups.flatMap((group) => group.files);
  return (
    <div className="flex flex-col gap-3">
      <Button
        ref={button}
        size="sm"
        className="self-start"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={isOpen ? close : open}
      >
        Files <KeyHint keys={["T"]} />
      </Button>
      <div id={listId} hidden={!isOpen} className="rounded-lg border border-line bg-surface-2 p-3">
        <TextField
          ref={field}
          label="Filter files"
          isLabelHidden
          placeholder="Filter files"
          spellCheck={false}
          value={words}
          onValueChange={setWords}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== "Escape") return;
            // Else the key would press what has the focus afterwards as well.
            event.preventDefault();
            if (event.key === "Enter") {
              if (first !== undefined) showFile(first);
              return;
            }
            close();
            button.current?.focus();
          }}
        />
        {groups.length === 0 && (
          <p className="mt-3 text-sm text-ink-3">No changed file has these letters in its path.</p>
        )}
        <div className="mt-2 max-h-80 overflow-y-auto">
          {groups.map(({ service, files: own }) => (
            <section key={service ?? ""} aria-label={service ?? "Other files"}>
              <h3 className="px-2 pt-2 pb-1 text-xs text-ink-3">{service ?? "Other files"}</h3>
              <ul>
                {own.map((file) => (
                  <li key={file.path}>
                    <FileEntry file={file} isViewed={isViewed(file)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

function FileEntry({ file, isViewed }: { file: ReviewedFile; isViewed: boolean }) {
  return (
    <button
      type="button"
      onClick={() => showFile(file)}
      className="flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-left font-mono text-xs text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-11"
    >
      <span className="flex min-w-0 flex-1">
        <TruncatedName name={file.path} />
      </span>
      {isViewed && (
        <span className="shrink-0 text-success-text">
          <CheckIcon aria-hidden className="size-3.5" />
          <span className="sr-only">Viewed</span>
        </span>
      )}
      <DiffCounts additions={file.additions} deletions={file.deletions} />
    </button>
  );
}
