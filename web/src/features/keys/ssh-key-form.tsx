import { keyNameSchema, publicKeySchema } from "@cairn/contract/keys";
import { validation } from "@cairn/contract/texts";
import { useState } from "react";
import { z } from "zod";

import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";

import { useCreateSshKey } from "./keys.api.ts";
import { PublicKeyField } from "./public-key-field.tsx";

const formSchema = z.object({ name: keyNameSchema, key: publicKeySchema });

/** Adds a public key. A private one is refused while it is pasted: it never gets into the form. */
export function SshKeyForm({ onCreated }: { onCreated: () => void }) {
  const create = useCreateSshKey();
  const [isPrivate, setIsPrivate] = useState(false);
  const form = useAppForm({
    defaultValues: { name: "", key: "" },
    validators: { onChange: formSchema },
    // On failure a toast says why, and the form stays as it is.
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
            <PublicKeyField
              label="Key"
              value={field.state.value}
              isPrivate={isPrivate}
              error={isShown ? errors[0]?.message : undefined}
              onBlur={field.handleBlur}
              onTextChange={(text, isRefused) => {
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
