import type { Implementation, PullRequest } from "@cairn/contract/implementations";

import { Banner } from "#web/ui/feedback/banner.tsx";

interface PullRequestNoteProps {
  implementation: Implementation;
}

/** The pull request that an implementation waits for, or why that came to nothing. Nothing where nobody asked for one. */
export function PullRequestNote({ implementation }: PullRequestNoteProps) {
  const { pullRequest, baseBranch } = implementation;
  if (pullRequest === null) return null;
  const { state, number, hasOtherCommits, reason } = pullRequest;
  if (state === "closed") {
    return (
      <Banner
        tone="warning"
        title={number === null ? "No pull request was opened" : `Pull request #${number} came to nothing`}
        action={<PullRequestLink pullRequest={pullRequest} />}
      >
        {reason} Nothing was merged.
      </Banner>
    );
  }
  if (number === null) {
    return (
      <Banner tone="info" title="Opening a pull request on GitHub">
        GitHub has not answered yet. It is asked again until it does, for an hour at most.
      </Banner>
    );
  }
  return (
    <Banner
      tone={hasOtherCommits ? "warning" : "info"}
      title={`Waiting for pull request #${number}`}
      action={<PullRequestLink pullRequest={pullRequest} />}
    >
      {hasOtherCommits && "It has commits on GitHub that nobody has reviewed here. "}
      Once it is merged into {baseBranch} on GitHub, the task is done and its documents are published. Close it there to
      go on with the change here.
    </Banner>
  );
}

function PullRequestLink({ pullRequest: { number, url } }: { pullRequest: PullRequest }) {
  if (number === null || url === null) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded-sm text-sm text-accent-text underline underline-offset-4"
    >
      #{number} on GitHub
    </a>
  );
}
