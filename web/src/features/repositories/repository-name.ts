/** A repository as its host calls it. */
export function repositoryName({ owner, repo }: { owner: string | null; repo: string }): string {
  return owner ? `${owner}/${repo}` : repo;
}
