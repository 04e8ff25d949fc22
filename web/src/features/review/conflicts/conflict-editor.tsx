import type { Conflicts } from "@cairn/contract/conflict-resolution";
import type { Implementation } from "@cairn/contract/implementations";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

import { countDecisions, emptyDraft, loadDraft, resolveFile, saveDraft, type ConflictDraft } from "./conflict-draft.ts";
import { ConflictFile } from "./conflict-file.tsx";
import { useResolveConflicts } from "./conflicts.api.ts";

interface ConflictEditorProps {
  project: ProjectKey;
  implementation: Implementation;
  conflicts: Conflicts;
  onClose: () => void;
}

/** Puts both sides together, conflict by conflict. What is decided is kept in this tab until it is saved or thrown away. */
export function ConflictEditor({ project, implementation, conflicts, onClose }: ConflictEditorProps) {
  const { implementationId } = implementation;
  const { files, head, tip, baseBranch } = conflicts;
  const [draft, setDraft] = useState(() => loadDraft(implementationId));
  const keep = (next: ConflictDraft | null) => {
    saveDraft(implementationId, next);
    setDraft(next ?? emptyDraft);
  };
  const resolve = useResolveConflicts(project, implementation, () => {
    keep(null);
    // The editor goes, and what has the focus with it.
    document.querySelector<HTMLElement>("h1")?.focus();
  });
  const counts = files.map((file) => countDecisions(file, draft));
  const open = counts.reduce((sum, { made, total }) => sum + total - made, 0);
  const resolutions = files.flatMap((file) => resolveFile(file, draft) ?? []);
  return (
    <>
      <p className="text-sm text-ink-2">
        Say for each place which lines stand in the result. It is saved as a merge of {baseBranch} by you, and then
        built, tested and reviewed again.
      </p>
      {resolve.isError && (
        <div role="alert">
          <Banner tone="warning" title="Nothing was saved">
            {resolve.error.message}
          </Banner>
        </div>
      )}
      {files.map((file) => (
        <ConflictFile key={file.path} file={file} baseBranch={baseBranch} draft={draft} onDraft={keep} />
      ))}
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line-subtle bg-surface-0 px-3 py-2 max-md:bottom-14">
        <p className="mr-auto text-sm text-ink-3 tabular-nums">
          {open === 0 ? "Everything is decided" : open === 1 ? "1 is not decided yet" : `${open} are not decided yet`}
        </p>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            keep(null);
            onClose();
          }}
        >
          Discard choices
        </Button>
        <Button
          size="sm"
          variant="primary"
          isBusy={resolve.isPending}
          disabledReason={open > 0 ? "Something is not decided yet" : undefined}
          onClick={() => resolve.mutate({ head, tip, files: resolutions })}
        >
          Save the merge
        </Button>
      </div>
    </>
  );
}
