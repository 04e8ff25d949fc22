import { keyNameSchema, publicKeySchema } from "@cairn/contract/keys";
import { validation } from "@cairn/contract/texts";
import { useState } from "react";
import { z } from "zod";

import { Announcement } from "#web/ui/announcement.tsx";
import { focusFirstInvalid, useAppForm } from "#web/ui/form.tsx";
import { TextArea } from "#web/ui/text-field.tsx";

import { useCreateSshKey } from "./keys.api.ts";
import { takePublicKeyText } from "./public-key-text.ts";

const formSchema = z.object({ name: keyNameSchema, key: publicKeySchema });

/** Adds a public key. A private one is refused while it is pasted: it never gets into the form. */
export function SshKeyForm({ onCreated }: { onCreated: () => void }) {
  const create = useCreateSshKey();
  const [isPrivate, setIsPrivate] = useState(false);
  const form = useAppForm({
    defaultValues: { name: "", key: "" },
    validators: { onChange: formSchema },
    // A refusal is told by a toast; the form stays as it is.
    onSubmit: ({ value }) => create.mutateAsync(formSchema.parse(value)).then(onCreated, () => {}),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <form.AppField name="name">{(field) => <field.Text label="Name" placeholder="Laptop" />}</form.AppField>
      <form.Field name="key">
        {(field) => {
          const { isBlurred, errors } = field.state.meta;
          const isShown = isBlurred || field.form.state.submissionAttempts > 0;
          return (
            <TextArea
              label="Key"
              rows={5}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              placeholder="ssh-ed25519 AAAA…"
              className="font-mono text-sm break-all"
              hint="One line, usually from a file ending in .pub"
              value={field.state.value}
              error={isPrivate ? validation.sshKeyIsPrivate : isShown ? errors[0]?.message : undefined}
              onBlur={field.handleBlur}
              onValueChange={(pasted) => {
                const { text, isRefused } = takePublicKeyText(pasted);
                setIsPrivate(isRefused);
                field.handleChange(text);
              }}
            />
          );
        }}
      </form.Field>
      <Announcement>{isPrivate && validation.sshKeyIsPrivate}</Announcement>
      <div className="flex justify-end">
        <form.AppForm>
          <form.Submit label="Add SSH Key" />
        </form.AppForm>
      </div>
    </form>
  );
}
