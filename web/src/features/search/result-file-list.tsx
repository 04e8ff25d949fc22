import { useRef } from "react";
import type { RefObject } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useHitKeys } from "#web/ui/keyboard/use-hit-keys.ts";

import type { ResultFile } from "./group-hits.ts";
import { ResultFileCard } from "./result-file-card.tsx";
import type { TitleOfTopic } from "./use-topic-titles.ts";

interface ResultFileListProps {
  project: ProjectKey;
  files: readonly ResultFile[];
  titleOf: TitleOfTopic;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** The search results by file. Arrow keys move by line and collapse files, Escape returns to the search field. */
export function ResultFileList({ project, files, titleOf, inputRef }: ResultFileListProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const focusField = () => inputRef.current?.focus();
  const onKeyDown = useHitKeys(listRef, { onLeave: focusField, onTop: focusField });
  const repositoryIds = new Set(
    files.filter(({ topicId }) => topicId === null).map(({ repositoryId }) => repositoryId),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it bubble here
    <ul ref={listRef} aria-label="Found" data-found onKeyDown={onKeyDown} className="flex flex-col gap-3">
      {files.map((file) => (
        <ResultFileCard
          key={file.key}
          project={project}
          file={file}
          topicTitle={file.topicId && titleOf(file.topicId, file.path)}
          hasRepository={repositoryIds.size > 1}
        />
      ))}
    </ul>
  );
}
