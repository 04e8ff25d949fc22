import type { SetupProgress } from "@cairn/contract/projects";
import { useQuery } from "@tanstack/react-query";

import { initialSetupQuery } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";

/** Somebody is watching: oftener than the banner of the overview looks. */
const watchedPollMs = 2_000;

/** How far the set-up is, looked at often while something runs. */
export function useWatchedSetup(key: ProjectKey) {
  return useQuery({
    ...initialSetupQuery(key),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.progress < 100 ? watchedPollMs : false),
  });
}

/** The repositories, whose states are followed while they are cloned, read or waited for. */
export function useWatchedRepositories(key: ProjectKey, setup: SetupProgress | undefined) {
  return useQuery({
    ...repositoriesQuery(key),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const isAwaited = state.data?.content.some(({ indexing }) => indexing.state === "never") === true;
      return isAwaited || (setup && setup.progress < 100) ? watchedPollMs : false;
    },
  });
}
