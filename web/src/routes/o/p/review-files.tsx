import type { ReviewedFile } from "@cairn/contract/implementations";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { useProject } from "#web/features/projects/project-context.ts";
import { groupFiles } from "#web/features/review/files/group-files.ts";
import { listReviewTree } from "#web/features/review/files/tree-of-files.ts";
import { showFile } from "#web/features/review/overview/show-lines.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

import { ReviewTree, type FileFacts } from "./review-tree.tsx";

interface ReviewFilesProps extends FileFacts {
  repositoryId: string;
  files: readonly ReviewedFile[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Stays in view beside the changes. */
  isBeside: boolean;
}

const nothingFolded: ReadonlySet<string> = new Set();

/**
 * The changed files as a tree, by service where several are touched, which leads to their changes. T opens it to be
 * filtered, and Enter goes to the first.
 */
export function ReviewFiles({ repositoryId, files, isOpen, onOpenChange, isBeside, ...facts }: ReviewFilesProps) {
  const { services } = useProject();
  const [words, setWords] = useState("");
  /** What is folded away, by the words it was filtered by: what is searched for is not hidden by an earlier fold. */
  const [folds, setFolds] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const open = () => {
    flushSync(() => onOpenChange(true));
    field.current?.focus();
    field.current?.select();
  };
  const close = () => {
    onOpenChange(false);
    setWords("");
  };
  useSingleKey("t", open);
  const groups = groupFiles(files, { services, repositoryId, words });
  const folded = folds.get(words) ?? nothingFolded;
  const fold = (path: string, isUnfolded: boolean) => {
    const others = [...folded].filter((one) => one !== path);
    setFolds(new Map(folds).set(words, new Set(isUnfolded ? others : [...others, path])));
  };
  const [first] = groups.flatMap((group) => group.files);
  return (
    <div className={cx("flex min-w-0 flex-col gap-3", isBeside && "sticky top-16")}>
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
      <div id={listId} hidden={!isOpen} className="rounded-lg border border-line bg-surface-2 p-2">
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
        {groups.length > 0 && (
          <div className={cx("mt-2 overflow-y-auto", isBeside ? "max-h-[calc(100dvh-12rem)]" : "max-h-80")}>
            <ReviewTree rows={listReviewTree(groups, folded)} onFold={fold} {...facts} />
          </div>
        )}
      </div>
    </div>
  );
}
