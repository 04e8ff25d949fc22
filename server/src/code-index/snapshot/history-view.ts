import type { Contributor, IndexHistory } from "#server/code-index/ports/code-index.ts";
import type { CommitRecord } from "#server/git-source.ts";

/** Answers about history from the indexed window of commits, newest first. */
export function historyOf(commits: () => readonly CommitRecord[]): IndexHistory {
  return {
    recentCommits: (limit) => commits().slice(0, limit),
    commitsTouching: (path, limit) => {
      const found: CommitRecord[] = [];
      const below = `${path}/`;
      for (const commit of commits()) {
        if (found.length >= limit) break;
        if (path === "" || commit.paths.some((changed) => changed === path || changed.startsWith(below)))
          found.push(commit);
      }
      return found;
    },
    contributors: () => contributorsOf(commits()),
  };
}

/** People by address; the newest name counts. */
function contributorsOf(commits: readonly CommitRecord[]): Contributor[] {
  const byEmail = new Map<string, Contributor>();
  for (const { authorName, authorEmail, committedAt } of commits) {
    const key = authorEmail.toLowerCase();
    const known = byEmail.get(key);
    if (known === undefined) {
      byEmail.set(key, {
        name: authorName,
        email: authorEmail,
        commits: 1,
        firstCommitAt: committedAt,
        lastCommitAt: committedAt,
      });
    } else {
      known.commits += 1;
      known.firstCommitAt = committedAt;
    }
  }
  return [...byEmail.values()].sort((a, b) => b.commits - a.commits || (a.email < b.email ? -1 : 1));
}
