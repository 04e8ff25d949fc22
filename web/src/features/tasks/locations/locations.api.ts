import { listTaskOverlaps } from "@cairn/contract/change-overlaps";
import type { CallOf } from "@cairn/contract/endpoint";
import { getTaskLocations, pinTaskLocation } from "@cairn/contract/task-locations";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** Where the task lands in the code; worked out when it is asked for. */
export function taskLocationsQuery(key: ProjectKey, taskId: string) {
  return endpointQuery(getTaskLocations, { params: { ...key, taskId } });
}

/** Until all of them are compared. */
const partialMs = 3_000;

/** Open changes for other tasks where this one lands; worked out when it is asked for. */
export function taskOverlapsQuery(key: ProjectKey, taskId: string) {
  return queryOptions({
    ...endpointQuery(listTaskOverlaps, { params: { ...key, taskId } }),
    refetchInterval: ({ state }) => (state.data?.isPartial === true ? partialMs : false),
  });
}

/** Pins a file, removes it, or, with a kind of null, undoes either. */
export function usePinLocation(key: ProjectKey, taskId: string) {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof pinTaskLocation>["body"]>) =>
      call(pinTaskLocation, { params: { ...key, taskId }, body }),
    onSettled: () =>
      Promise.all(
        [taskLocationsQuery(key, taskId), taskOverlapsQuery(key, taskId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
    meta: { failure: "Could not change where this lands" },
  });
}
