import { hookEventNames, hookEvents, type EventHook } from "@cairn/contract/event-hooks";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { DeliveryList } from "./delivery-list.tsx";
import { useDeleteEventHook, useTestEventHook, useUpdateEventHook } from "./event-hooks.api.ts";

interface WebhookItemProps {
  project: ProjectKey;
  hook: EventHook;
}

/** One address: what it is told, whether it is, and what became of it. */
export function WebhookItem({ project, hook }: WebhookItemProps) {
  const { hookId, events, isEnabled, disabledReason } = hook;
  const url = sayAddress(hook);
  const key = { ...project, hookId };
  const [isOpen, setIsOpen] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const update = useUpdateEventHook(key);
  const test = useTestEventHook(key);
  const told = events.length === hookEvents.length ? "Everything" : events.map((one) => hookEventNames[one]).join(", ");
  return (
    <article aria-label={url} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <Switch
        label={url}
        hint={told}
        // What was chosen shows before the server has it.
        isChecked={update.isPending ? (update.variables.isEnabled ?? isEnabled) : isEnabled}
        onCheckedChange={(isChecked) => update.mutate({ isEnabled: isChecked })}
      />
      {disabledReason !== null && (
        <Banner tone="warning" title="Switched off by this server">
          {disabledReason} Switch it on again once that is mended.
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Hide deliveries" : "Show deliveries"}
        </Button>
        <Button
          size="sm"
          isBusy={test.isPending}
          onClick={() => test.mutate(undefined, { onSuccess: () => setIsOpen(true) })}
        >
          Send a test
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      {isOpen && <DeliveryList hookKey={key} />}
      {isDeleting && <DeleteDialog project={project} hook={hook} onClose={() => setIsDeleting(false)} />}
    </article>
  );
}

function DeleteDialog({ project, hook, onClose }: WebhookItemProps & { onClose: () => void }) {
  const { hookId } = hook;
  const remove = useDeleteEventHook({ ...project, hookId });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Delete this webhook?"
      description={`${sayAddress(hook)} is told nothing any more, and its deliveries are forgotten.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
          >
            Delete webhook
          </Button>
        </>
      }
    />
  );
}

/** A server whose key was lost or changed knows that there is one, and no more. */
function sayAddress({ url }: EventHook): string {
  return url ?? "An address that can't be read any more";
}
