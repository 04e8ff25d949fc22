import type { Implementation } from "@cairn/contract/implementations";
import type { ChangesSinceLook, ReviewMarks } from "@cairn/contract/review-marks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import { changesSinceLookQuery } from "./marks.api.ts";

interface ChangesSinceLastLookProps {
  project: ProjectKey;
  implementation: Implementation;
  lastLook: NonNullable<ReviewMarks["lastLook"]>;
  children: (changes: ChangesSinceLook) => ReactNode;
}

/** What changed since the reader looked last, and what that leaves out. */
export function ChangesSinceLastLook({ project, implementation, lastLook, children }: ChangesSinceLastLookProps) {
  const changes = useQuery(changesSinceLookQuery(project, implementation, lastLook.head));
  if (changes.data === undefined && changes.isError) {
    return <ErrorState message={errorMessage(changes.error)} onRetry={() => void changes.refetch()} />;
  }
  if (changes.data === undefined) {
    return (
      <Loading what="changes">
        <SkeletonRows count={2} className="h-40" />
      </Loading>
    );
  }
  const note = noteOf(changes.data, implementation.baseBranch);
  return (
    <>
      <p className="text-sm text-ink-2">
        You looked <RelativeTime date={lastLook.lookedAt} /> at{" "}
        <span className="font-mono text-xs">{lastLook.head.slice(0, 8)}</span>.{note && ` ${note}`}
        {changes.data.files.length === 0 && " Nothing of the change is another one now."}
      </p>
      {children(changes.data)}
    </>
  );
}

function noteOf({ changesOfBase }: ChangesSinceLook, baseBranch: string): string | null {
  switch (changesOfBase) {
    case "same":
      return null;
    case "left-out":
      return `It stands on newer code of ${baseBranch} by now; what came from there is left out.`;
    case "included":
      return `It stands on newer code of ${baseBranch} by now, which conflicted with what you saw, so what came from there shows as well.`;
  }
}
