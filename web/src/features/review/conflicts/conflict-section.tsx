import type { Implementation } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { isEmpty, loadDraft } from "./conflict-draft.ts";
import { ConflictEditor } from "./conflict-editor.tsx";
import { ConflictList } from "./conflict-list.tsx";
import { ConflictWays } from "./conflict-ways.tsx";
import { conflictsQuery } from "./conflicts.api.ts";

interface ConflictSectionProps {
  project: ProjectKey;
  implementation: Implementation;
}

const headingId = "conflicts-heading";

/** Where the change and its base branch do not go together, and the ways to resolve that; nothing where they do. */
export function ConflictSection({ project, implementation }: ConflictSectionProps) {
  const { mergeObstacles, baseBranch, implementationId } = implementation;
  const isConflicted = mergeObstacles.some(({ kind }) => kind === "conflict");
  const conflicts = useQuery({ ...conflictsQuery(project, implementation), enabled: isConflicted });
  // What was begun before is gone on with.
  const [isResolving, setIsResolving] = useState(() => !isEmpty(loadDraft(implementationId)));
  if (!isConflicted) return null;
  const { data } = conflicts;
  const toggle = (next: boolean) => {
    flushSync(() => setIsResolving(next));
    document.getElementById(headingId)?.focus();
  };
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <h2 id={headingId} tabIndex={-1} className="text-sm font-medium">
        Conflicts with {baseBranch}
      </h2>
      {data && isResolving && (
        <ConflictEditor
          project={project}
          implementation={implementation}
          conflicts={data}
          onClose={() => toggle(false)}
        />
      )}
      {data && !isResolving && (
        <>
          <p className="text-sm text-ink-2">
            Both changed the same since this began. What is put together is checked again before it can be merged.
          </p>
          <ConflictWays
            project={project}
            implementation={implementation}
            conflicts={data}
            onResolve={() => toggle(true)}
          />
          <ConflictList files={data.files} baseBranch={baseBranch} />
        </>
      )}
      {!data && conflicts.isError && (
        <InlineError message={errorMessage(conflicts.error)} onRetry={() => void conflicts.refetch()} />
      )}
      {!data && !conflicts.isError && (
        <Loading what="conflicts">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </section>
  );
}
