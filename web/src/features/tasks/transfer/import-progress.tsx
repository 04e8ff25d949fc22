import type { TaskImport } from "@cairn/contract/task-imports";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { countTasks } from "./count-tasks.ts";
import { describeImport } from "./describe-import.ts";
import { refreshAfterImport, taskImportQuery, useStartImport, useUndoImport } from "./task-imports.api.ts";

/** How far an import is and how it ended, with the way back. */
export function ImportProgress({ project, importId }: { project: ProjectKey; importId: string }) {
  const query = useQuery(taskImportQuery(project, importId));
  const state = query.data?.state;
  const former = useRef(state);
  useEffect(() => {
    if (former.current === "running" && state !== "running") refreshAfterImport();
    former.current = state;
  }, [state]);
  if (query.isError) return <InlineError message={errorMessage(query.error)} onRetry={() => void query.refetch()} />;
  return query.data ? <ImportState project={project} one={query.data} /> : null;
}

function ImportState({ project, one }: { project: ProjectKey; one: TaskImport }) {
  const starting = useStartImport(project);
  const undoing = useUndoImport(project);
  const { state, written, total, importId } = one;
  const undo = (
    <Button isBusy={undoing.isPending} onClick={() => undoing.mutate(importId)}>
      {state === "running" ? "Stop and undo" : "Undo import"}
    </Button>
  );
  const actions = (
    <div className="flex flex-wrap gap-2">
      {state !== "undone" && state !== "preview" && undo}
      {state === "failed" && (
        <Button isBusy={starting.isPending} onClick={() => starting.mutate(importId)}>
          Go on
        </Button>
      )}
      {state !== "running" && <ButtonLink href={href("tasks", { ...project })}>To the board</ButtonLink>}
    </div>
  );
  return (
    <div aria-live="polite">
      <Banner tone={state === "failed" ? "danger" : "info"} title={describeImport(one)} action={actions}>
        {state === "running" && (
          <ProgressBar
            label="Import"
            value={total === 0 ? 100 : (100 * written) / total}
            valueText={`${written} of ${countTasks(total)}`}
            className="mt-2"
          />
        )}
      </Banner>
    </div>
  );
}
