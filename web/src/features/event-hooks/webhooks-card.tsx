import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { AddWebhookDialog } from "./add-webhook-dialog.tsx";
import { eventHooksQuery } from "./event-hooks.api.ts";
import { WebhookItem } from "./webhook-item.tsx";

/** Other programs that are told what happens to the changes of a product; for whoever manages it. */
export function WebhooksCard({ project }: { project: ProjectKey }) {
  const hooks = useQuery(eventHooksQuery(project));
  const [isAdding, setIsAdding] = useState(false);
  return (
    <SettingsCard
      title="Webhooks"
      description="Tell other programs when a change is ready for review, is merged or is commented on."
      action={<Button onClick={() => setIsAdding(true)}>Add webhook</Button>}
    >
      {hooks.data ? (
        hooks.data.content.length === 0 ? (
          <p className="text-sm text-ink-2">None yet.</p>
        ) : (
          <div className="flex flex-col divide-y divide-line-subtle">
            {hooks.data.content.map((hook) => (
              <WebhookItem key={hook.hookId} project={project} hook={hook} />
            ))}
          </div>
        )
      ) : hooks.isError ? (
        <InlineError message={errorMessage(hooks.error)} onRetry={() => void hooks.refetch()} />
      ) : (
        <Loading what="the webhooks">
          <Skeleton className="h-8" />
        </Loading>
      )}
      {isAdding && <AddWebhookDialog project={project} onClose={() => setIsAdding(false)} />}
    </SettingsCard>
  );
}
