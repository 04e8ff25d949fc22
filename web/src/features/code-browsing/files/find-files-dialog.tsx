import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";

import { matchingFilesQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { Listbox, ListboxOption } from "#web/ui/list/listbox.tsx";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";

import { splitMatches } from "./matched-parts.ts";

interface FindFilesDialogProps {
  repository: RepositoryKey;
  branchName: string;
  hrefOf: (path: string) => string;
  onClose: () => void;
}

const typingPauseMs = 80;

/** Finds files of the branch by letters of their path. The server searches, so the number of files does not matter. */
export function FindFilesDialog({ repository, branchName, hrefOf, onClose }: FindFilesDialogProps) {
  const container = useOverlayContainer();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const [marked, setMarked] = useState(0);
  const query = useDebounced(text.trim(), typingPauseMs);
  const found = useQuery(matchingFilesQuery(repository, branchName, query));
  const files = found.data?.content ?? [];
  const activeIndex = Math.min(marked, files.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  const open = (path: string) => {
    onClose();
    void navigate({ to: hrefOf(path) });
  };
  const mark = (index: number) => {
    const next = (index + files.length) % Math.max(1, files.length);
    setMarked(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const active = files[activeIndex];
    if (event.key === "ArrowDown") mark(activeIndex + 1);
    else if (event.key === "ArrowUp") mark(activeIndex - 1);
    else if (event.key === "Enter" && active) open(active.path);
    else return;
    event.preventDefault();
  };
  return (
    <BaseDialog.Root open onOpenChange={onClose}>
      <BaseDialog.Portal container={container}>
        <BaseDialog.Backdrop className="scrim-motion fixed inset-0 z-50 bg-scrim" />
        <BaseDialog.Popup
          className={
            "dialog-motion fixed inset-x-0 top-[max(1rem,12dvh)] z-50 mx-auto flex max-h-[min(28rem,76dvh)] " +
            "w-170 max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-xl bg-surface-2 shadow-dialog " +
            "outline-none"
          }
        >
          <BaseDialog.Title className="sr-only">Filter files</BaseDialog.Title>
          <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
            <MagnifyingGlassIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
            <input
              role="combobox"
              aria-label="Filter files"
              aria-expanded={files.length > 0}
              aria-controls={files.length > 0 ? `${id}-list` : undefined}
              aria-activedescendant={files.length > 0 ? optionId(activeIndex) : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder="Filter files"
              maxLength={200}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setMarked(0);
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
            />
            <KeyHint keys={["Esc"]} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
            {files.length > 0 && (
              <Listbox id={`${id}-list`} label="Files">
                {files.map(({ path, matches }, index) => (
                  <ListboxOption
                    key={path}
                    id={optionId(index)}
                    isActive={index === activeIndex}
                    onMark={() => setMarked(index)}
                    onOpen={() => open(path)}
                  >
                    <FileIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
                    <MatchedPath path={path} matches={matches} />
                  </ListboxOption>
                ))}
              </Listbox>
            )}
            {found.isPending && (
              <Loading what="files">
                <SkeletonRows count={4} className="h-8" />
              </Loading>
            )}
            {found.isError && (
              <p role="alert" className="px-3 py-4 text-center text-sm text-danger-text">
                {errorMessage(found.error)}
              </p>
            )}
            {found.data && files.length === 0 && (
              <p className="px-3 py-4 text-center text-sm text-ink-3">No file matches</p>
            )}
          </div>
          <Announcement>{found.data && query !== "" && `${files.length} files`}</Announcement>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A path with its matching letters marked; a long path is truncated at its beginning, because the end matters more. */
function MatchedPath({ path, matches }: { path: string; matches: readonly number[] }) {
  return (
    <span dir="rtl" className="min-w-0 truncate text-left font-mono text-xs" title={path}>
      <bdi dir="ltr">
        {splitMatches(path, matches).map(({ text, from, isMatch }) =>
          isMatch ? (
            <mark key={from} className="bg-transparent font-semibold text-accent-text">
              {text}
            </mark>
          ) : (
            <span key={from}>{text}</span>
          ),
        )}
      </bdi>
    </span>
  );
}
