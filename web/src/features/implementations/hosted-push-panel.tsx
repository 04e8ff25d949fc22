import type { Implementation } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { CodeBlock } from "#web/ui/code/code-block.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { implementationBriefQuery } from "./implementations.api.ts";

interface HostedPushPanelProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** How a change is pushed where this server does not host it: there is no key, whoever may push there pushes. Nothing elsewhere. */
export function HostedPushPanel({ project, implementation }: HostedPushPanelProps) {
  const { engine, state, outcome, workingBranch, waitsForPush, repository } = implementation;
  const { hostedAt } = repository;
  const isFollowed = engine === "own-machine" && state === "created" && outcome !== "stopped" && hostedAt !== null;
  const brief = useQuery({ ...implementationBriefQuery(project, implementation), enabled: isFollowed });
  if (!isFollowed) return null;
  return (
    <section aria-label="Push">
      <Card className="flex flex-col gap-3 p-4 text-sm">
        <p className="wrap-anywhere">
          {waitsForPush ? "It waits for a push to " : "A further push takes the place of what is here: one to "}
          <span className="font-mono text-xs">{workingBranch}</span> in {hostedAt}, by whoever may push there. It needs
          no key of this server, which fetches it, builds it and tests it.
        </p>
        <CodeBlock language="sh" code={commandsOf(workingBranch)} />
        {brief.data && (
          <div className="flex flex-wrap items-center gap-1 text-ink-2">
            <CopyButton text={brief.data.text} label="Copy the brief" />
            Brief for an agent, with the comments that are open
          </div>
        )}
        {brief.isError && <InlineError message={errorMessage(brief.error)} onRetry={() => void brief.refetch()} />}
      </Card>
    </section>
  );
}

function commandsOf(branch: string): string {
  return ["git fetch origin", `git switch ${branch}`, "git pull", `git push origin ${branch}`].join("\n");
}
