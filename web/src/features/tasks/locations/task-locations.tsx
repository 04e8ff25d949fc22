import type { FileLocation, TaskLocations as Locations } from "@cairn/contract/task-locations";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { LocationRow } from "./location-row.tsx";
import { taskLocationsQuery, usePinLocation } from "./locations.api.ts";
import { TaskOverlaps } from "./task-overlaps.tsx";

const nothingTexts = {
  "no-text": "Describe the task to see which code it touches.",
  "not-in-code": "Nothing in the code speaks of this yet.",
  "not-indexed": "Shown once the product's code is indexed.",
} as const satisfies Record<NonNullable<Locations["nothing"]>, string>;

/** The files, pages and commits that a task is probably about, and what people made of the files. */
export function TaskLocations({ project, taskId }: { project: ProjectKey; taskId: string }) {
  const headingId = useId();
  const query = useQuery(taskLocationsQuery(project, taskId));
  const pin = usePinLocation(project, taskId);
  const { locations = [], pins = [], freshness = [], nothing = null } = query.data ?? {};
  const likely = locations.filter((location) => !isUncertain(location));
  const uncertain = locations.filter(isUncertain);
  const removed = pins.filter(({ kind }) => kind === "removed");
  const onPin = ({ repositoryId, path, startLine, endLine, symbol }: FileLocation, kind: "pinned" | "removed" | null) =>
    pin.mutate({ repositoryId, path, startLine, endLine, symbol, kind });
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1 text-sm font-medium">
        Where this lands
      </h2>
      <TaskOverlaps project={project} taskId={taskId} />
      {query.isPending && (
        <Loading what="where this lands">
          <SkeletonRows count={3} className="h-10" />
        </Loading>
      )}
      {query.isError && !query.data && (
        <InlineError message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      {nothing !== null && <p className="text-xs text-ink-3">{nothingTexts[nothing]}</p>}
      {likely.length > 0 && (
        <ul aria-labelledby={headingId}>
          {likely.map((location) => (
            <LocationRow key={keyOf(location)} {...{ project, location, freshness, onPin }} />
          ))}
        </ul>
      )}
      {uncertain.length > 0 && (
        <details open={likely.length === 0} className="mt-2 text-xs text-ink-3">
          <summary className="cursor-pointer">
            {uncertain.length === 1 ? "1 less certain file" : `${uncertain.length} less certain files`}
          </summary>
          <ul>
            {uncertain.map((location) => (
              <LocationRow key={keyOf(location)} {...{ project, location, freshness, onPin }} />
            ))}
          </ul>
        </details>
      )}
      {removed.length > 0 && (
        <details className="mt-2 text-xs text-ink-3">
          <summary className="cursor-pointer">{removed.length} removed</summary>
          <ul>
            {removed.map(({ repositoryId, path }) => (
              <li key={`${repositoryId} ${path}`} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 font-mono break-all">{path}</span>
                <Button variant="ghost" size="sm" onClick={() => pin.mutate({ repositoryId, path, kind: null })}>
                  Put back
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** A file that no line speaks for: what changed with likely files, or is used by them. */
function isUncertain(location: Locations["locations"][number]): boolean {
  if (location.kind !== "file" || location.isPinned) return false;
  return location.why.every(({ kind }) => kind === "history" || kind === "imports");
}

function keyOf(location: Locations["locations"][number]): string {
  if (location.kind === "commit") return location.oid;
  return `${location.kind} ${location.repositoryId} ${location.path} ${location.kind === "page" ? (location.page?.sectionId ?? location.startLine) : ""}`;
}
