import type { Implementation } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { formatDateTime } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";
import { CodeBlock } from "#web/ui/code/code-block.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { HostedPushPanel } from "./hosted-push-panel.tsx";
import { implementationBriefQuery, useCreatePushKey } from "./implementations.api.ts";

interface PushPanelProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** How the change comes to its branch from elsewhere; nothing where nobody pushes it. */
export function PushPanel({ project, implementation }: PushPanelProps) {
  const { pushUntil } = implementation;
  if (pushUntil === null) return <HostedPushPanel project={project} implementation={implementation} />;
  return <KeyPanel project={project} implementation={{ ...implementation, pushUntil }} />;
}

interface KeyPanelProps extends PushPanelProps {
  implementation: Implementation & { pushUntil: string };
}

/** The key, and what to do with it. */
function KeyPanel({ project, implementation }: KeyPanelProps) {
  const { workingBranch, waitsForPush, pushUntil } = implementation;
  const create = useCreatePushKey(project, implementation);
  const brief = useQuery(implementationBriefQuery(project, implementation));
  const { address, key } = create.data ?? {};
  return (
    <section aria-label="Push">
      <Card className="flex flex-col gap-3 p-4 text-sm">
        <p className="wrap-anywhere">
          {waitsForPush ? "It waits for a push" : "A further push takes the place of what is here. It is taken"} until{" "}
          {formatDateTime(pushUntil)}. Whatever is pushed to <span className="font-mono text-xs">{workingBranch}</span>{" "}
          is built and tested by this server.
        </p>
        {key !== undefined && address !== undefined && (
          <>
            <OneTimeSecret label="Key to the branch" secret={key} />
            <p className="text-ink-3">
              It is the password, with any name. It reads this repository, pushes to this branch alone, and is shown
              this once.
            </p>
            <CodeBlock language="sh" code={commandsOf(address, implementation)} />
          </>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" isBusy={create.isPending} onClick={() => create.mutate()}>
            {key === undefined ? "Make a key" : "Make another key"}
          </Button>
          {brief.data && (
            <span className="flex items-center gap-1 text-ink-2">
              <CopyButton text={brief.data.text} label="Copy the brief" />
              Brief for an agent
            </span>
          )}
        </div>
        {brief.isError && <InlineError message={errorMessage(brief.error)} onRetry={() => void brief.refetch()} />}
      </Card>
    </section>
  );
}

/** A branch that is there already, as of a revision, is gone on with. */
function commandsOf(address: string, { head, workingBranch, baseBranch }: Implementation): string {
  if (head !== null)
    return [`git clone --branch ${workingBranch} ${address}`, `git push origin ${workingBranch}`].join("\n");
  return [
    `git clone --branch ${baseBranch} ${address}`,
    `git switch --create ${workingBranch}`,
    `git push --set-upstream origin ${workingBranch}`,
  ].join("\n");
}
