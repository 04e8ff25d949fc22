const commitPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const shortLength = 7;

/** Whether the text in the position of a branch name is a full commit id. */
export function isCommitId(branchName: string): boolean {
  return commitPattern.test(branchName);
}

/** The short form of a commit id. */
export function shortenCommitId(commit: string): string {
  return commit.slice(0, shortLength);
}
