import { useRef } from "react";
import type { RefObject } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useHitKeys } from "#web/ui/use-hit-keys.ts";

import { FoundFileCard } from "./found-file-card.tsx";
import type { FoundFile } from "./group-hits.ts";
import type { TitleOfTopic } from "./topic-titles.ts";

interface FoundFilesProps {
  project: ProjectKey;
  files: readonly FoundFile[];
  titleOf: TitleOfTopic;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** What was found, by file. Arrow keys move by line and fold, Escape leads back to the box. */
export function FoundFiles({ project, files, titleOf, inputRef }: FoundFilesProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const onKeyDown = useHitKeys(listRef, { onLeave: () => inputRef.current?.focus() });
  const repositoryIds = new Set(
    files.filter(({ topicId }) => topicId === null).map(({ repositoryId }) => repositoryId),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it bubble here
    <ul ref={listRef} aria-label="Found" data-found onKeyDown={onKeyDown} className="flex flex-col gap-3">
      {files.map((file) => (
        <FoundFileCard
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
