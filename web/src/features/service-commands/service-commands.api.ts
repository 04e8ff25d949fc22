import type { CallOf } from "@cairn/contract/endpoint";
import {
  checkServiceCommands,
  getCommandOutput,
  getServiceCommands,
  stopServiceCommands,
  updateServiceCommands,
  type CommandKind,
  type ServiceCommands,
} from "@cairn/contract/service-commands";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { pollUnlessFollowed } from "#web/lib/live/followed-projects.ts";

/** A service by the ids of its address. */
export interface ServiceKey extends ProjectKey {
  serviceId: string;
}

export type CommandChoices = NonNullable<CallOf<typeof updateServiceCommands>["body"]>;

const checkPollMs = 3_000;

/** Commands with their last check; polled while one is under way and changes are not followed. */
export function serviceCommandsQuery(service: ServiceKey) {
  return queryOptions({
    ...endpointQuery(getServiceCommands, { params: service }),
    refetchInterval: ({ state }) =>
      isUnderWay(state.data?.check ?? null) ? pollUnlessFollowed(service.projectId, checkPollMs) : false,
  });
}

/** What a command of the last check wrote; `checkId` tells one check from the next. */
export function commandOutputQuery(service: ServiceKey, kind: CommandKind, checkId: string) {
  const query = endpointQuery(getCommandOutput, { params: service, query: { kind } });
  return queryOptions({ ...query, queryKey: [...query.queryKey, checkId] });
}

export function isUnderWay(check: ServiceCommands["check"]): boolean {
  return check?.state === "waiting" || check?.state === "running";
}

/** The answer is what the page shows from here on. */
function keep(service: ServiceKey) {
  return (commands: ServiceCommands) => {
    queryClient.setQueryData(endpointKey(getServiceCommands, { params: service }), commands);
  };
}

export function useChooseCommands(service: ServiceKey) {
  return useMutation({
    mutationFn: (body: CommandChoices) => call(updateServiceCommands, { params: service, body }),
    onSuccess: keep(service),
    meta: { failure: "Could not change the command" },
  });
}

export function useCheckCommands(service: ServiceKey) {
  return useMutation({
    mutationFn: () => call(checkServiceCommands, { params: service }),
    onSuccess: keep(service),
    meta: { failure: "Could not check the commands" },
  });
}

export function useStopCheck(service: ServiceKey) {
  return useMutation({
    mutationFn: () => call(stopServiceCommands, { params: service }),
    onSuccess: keep(service),
    meta: { failure: "Could not stop the check" },
  });
}
