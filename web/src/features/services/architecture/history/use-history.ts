import type { Architecture } from "@cairn/contract/architecture";
import type { Commit } from "@cairn/contract/code-history";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { historyQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { architectureAtQuery, architectureChangesQuery } from "#web/features/services/architecture/architecture.api.ts";

/** A repository that is indexed, whose history can be looked at. */
export interface ReadRepository {
  repositoryId: string;
  repositorySlug: string;
  commit: string;
}

/** Those of which an index is there. */
export function listReadRepositories({ index }: Pick<Architecture, "index">): ReadRepository[] {
  return index.repositories.flatMap(({ repositoryId, repositorySlug, commit }) =>
    commit === null ? [] : { repositoryId, repositorySlug, commit },
  );
}

/** The commits of a repository, which of them changed connections, and the two that are chosen with what each says. */
export function useHistory(project: ProjectKey, repository: ReadRepository) {
  const { repositoryId } = repository;
  const [chosenAt, chooseAt] = useState<string | null>(null);
  /** Undefined until somebody chooses; null compares with nothing. */
  const [chosenFrom, chooseFrom] = useState<string | null | undefined>(undefined);
  const history = useInfiniteQuery(
    historyQuery({ ...project, repositoryId }, { branchName: repository.commit, path: "" }),
  );
  const log = useQuery(architectureChangesQuery(project));
  const commits = (history.data?.pages ?? []).flatMap(({ content }) => content);
  const changed = new Map(
    [...Map.groupBy(log.data?.content ?? [], ({ commit }) => commit)].map(([oid, ofCommit]) => [oid, ofCommit.length]),
  );
  const at = chosenAt ?? repository.commit;
  const from = chosenFrom === undefined ? beforeLastChange(commits, changed) : chosenFrom;
  const isReady = !history.isPending && !log.isPending;
  const latter = useQuery({ ...architectureAtQuery(project, { repositoryId, commit: at }), enabled: isReady });
  const former = useQuery({
    ...architectureAtQuery(project, { repositoryId, commit: from ?? at }),
    enabled: isReady && from !== null,
  });
  return { history, commits, changed, at, from, chooseAt, chooseFrom, latter, former };
}

/** The commit that came before the newest one that changed connections; null where none of those listed did. */
function beforeLastChange(commits: readonly Commit[], changed: ReadonlyMap<string, number>): string | null {
  const last = commits.findIndex(({ oid }) => changed.has(oid));
  return last < 0 ? null : (commits[last + 1]?.oid ?? null);
}
