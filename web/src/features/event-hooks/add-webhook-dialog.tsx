import { hookEventNames, hookEvents, type HookEvent } from "@cairn/contract/event-hooks";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";
import { CheckboxGroup } from "#web/ui/form/checkbox-group.tsx";
import { confirmLoss } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { useCreateEventHook } from "./event-hooks.api.ts";

interface AddWebhookDialogProps {
  project: ProjectKey;
  onClose: () => void;
}

/** Asks for an address and what it is told, then shows the secret that signs it, this once. */
export function AddWebhookDialog({ project, onClose }: AddWebhookDialogProps) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<HookEvent[]>([...hookEvents]);
  const [wasTried, setWasTried] = useState(false);
  const create = useCreateEventHook(project);
  const problems = {
    url: /^https?:\/\/\S+$/i.test(url.trim()) ? undefined : "Enter an address that begins with https://",
    events: events.length === 0 ? "Choose what it is told" : undefined,
  };
  const submit = () => {
    setWasTried(true);
    if (problems.url === undefined && problems.events === undefined) create.mutate({ url: url.trim(), events });
  };
  const refused = create.isError ? errorMessage(create.error) : undefined;
  if (create.data) {
    return (
      <Dialog
        isOpen
        onOpenChange={onClose}
        title="Webhook added"
        description="Whoever receives it checks the signature with this secret."
      >
        <div className="flex flex-col gap-3">
          <OneTimeSecret label="Secret" secret={create.data.secret} takesFocus={false} />
          <p className="text-xs text-ink-3">
            Copy it now: this is the only time it is shown. Messages are signed by the Standard Webhooks scheme, in the
            headers webhook-id, webhook-timestamp and webhook-signature.
          </p>
          <Button variant="primary" className="self-end" onClick={onClose}>
            I stored it
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={() => (url === "" || confirmLoss()) && onClose()}
      title="Add webhook"
      description="It gets ids and a link, and nothing that people or agents wrote."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://example.com/hooks/cairn"
          value={url}
          onValueChange={setUrl}
          error={(wasTried ? problems.url : undefined) ?? refused}
        />
        <CheckboxGroup
          label="It is told when"
          isStacked
          options={hookEvents.map((value) => ({ value, label: hookEventNames[value] }))}
          values={events}
          onValuesChange={setEvents}
          error={wasTried ? problems.events : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={create.isPending}>
            Add webhook
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
