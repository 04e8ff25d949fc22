const commitPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const shortLength = 7;

/** Whether what stands where a branch would be is a full commit id. */
export function isCommitId(branchName: string): boolean {
  return commitPattern.test(branchName);
}

/** A commit as people say it. */
export function shortenCommitId(commit: string): string {
  return commit.slice(0, shortLength);
}
