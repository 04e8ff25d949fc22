import type { Repository } from "@cairn/contract/repositories";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { formatDuration, formatFullDate, formatRelativeDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { useCreateWebhook } from "./repository-settings.api.ts";

interface WebhookCardProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
}

/** The webhook of an external repository. */
export function WebhookCard({ repositoryKey, repository }: WebhookCardProps) {
  const webhook = useCreateWebhook(repositoryKey);
  return (
    <SettingsCard
      title="Webhook"
      description="With a webhook the code host tells of a push, and it is indexed at once. Otherwise it is noticed when the host is next asked."
      note={<LastCheck checkedAt={repository.checkedAt} checkIntervalS={repository.checkIntervalS} />}
      action={
        webhook.data ? (
          <Button variant="primary" onClick={() => webhook.reset()}>
            I stored it
          </Button>
        ) : (
          <Button isBusy={webhook.isPending} onClick={() => webhook.mutate()}>
            Make address and secret
          </Button>
        )
      }
    >
      {webhook.data ? (
        <div className="flex flex-col gap-4">
          <CopyField
            label="Webhook address"
            value={webhook.data.url}
            hint="The code host tells of pushes there; nothing else of its message is read"
          />
          <div className="flex flex-col gap-1.5">
            <p className="text-sm font-medium">Secret</p>
            <OneTimeSecret label="Secret" secret={webhook.data.secret} />
            <p className="text-xs text-ink-3">
              Copy it now: this is the only time it is shown. It must sign the message, in X-Hub-Signature-256 (GitHub,
              Bitbucket), X-Gitea-Signature or X-Forgejo-Signature, or stand in X-Gitlab-Token.
            </p>
          </div>
        </div>
      ) : (
        <p className="text-sm text-ink-3">A new secret ends the one that was made before.</p>
      )}
    </SettingsCard>
  );
}

function LastCheck({ checkedAt, checkIntervalS }: Pick<Repository, "checkedAt" | "checkIntervalS">) {
  return (
    <>
      {describeInterval(checkIntervalS)}
      {checkedAt !== null && (
        <>
          {", last asked "}
          <time dateTime={checkedAt} title={formatFullDate(checkedAt)}>
            {formatRelativeDate(checkedAt)}
          </time>
        </>
      )}
    </>
  );
}

function describeInterval(intervalS: number | null): string {
  return intervalS
    ? `The host is asked every ${formatDuration(intervalS * 1000)}`
    : "The host is not asked by itself on this server";
}
