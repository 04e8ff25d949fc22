import { emailSchema } from "@cairn/contract/auth";
import { inviteLifetimeDays, maxInvitesAtOnce } from "@cairn/contract/members";
import type { MadeInvite } from "@cairn/contract/members";
import { defaultRole, roleDescriptions } from "@cairn/contract/roles";
import type { Role } from "@cairn/contract/roles";
import { validation } from "@cairn/contract/texts";
import { useState } from "react";
import type { KeyboardEvent } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChipField } from "#web/ui/form/chip-field.tsx";
import { confirmLoss, focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { InviteLinks, inviteLinksNote } from "./invite-links.tsx";
import { useInvite } from "./members.api.ts";
import { inviteRoleOptions } from "./role-options.ts";
import { distinctEmails, splitEmails } from "./split-emails.ts";

interface InviteDialogProps {
  organizationId: string;
  /** The caller's own role: nobody invites above it. */
  role: Role;
  onClose: () => void;
}

/** Invites people by their addresses. Where no mail carries the links, they are shown afterwards. */
export function InviteDialog({ organizationId, role, onClose }: InviteDialogProps) {
  const [createdInvites, setCreatedInvites] = useState<readonly MadeInvite[] | null>(null);
  const { form, error, setEmails, submit } = useInviteForm(organizationId, (invites) => {
    if (invites.some(({ link }) => link !== null)) setCreatedInvites(invites);
    else onClose();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  const close = () => (createdInvites !== null || form.state.isDefaultValue || confirmLoss()) && onClose();
  if (createdInvites) {
    return (
      <Dialog isOpen onOpenChange={close} width="md" title="Invite links" description={inviteLinksNote}>
        <InviteLinks invites={createdInvites} takesFocus onDone={close} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      width="md"
      title="Invite users"
      description={`An invite works for ${inviteLifetimeDays} days, once, and only for its address.`}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields bubble here */}
      <form
        noValidate
        className="flex flex-col gap-4"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <form.Subscribe selector={(state) => [state.values, state.submissionAttempts] as const}>
          {([{ emails, text }, attempts]) => (
            <ChipField
              label="E-mail addresses"
              hint={`Up to ${maxInvitesAtOnce}, pasted or typed, each followed by Enter`}
              placeholder="ada@example.com"
              inputMode="email"
              error={shownProblem(emails, attempts) ?? error}
              values={emails}
              onValuesChange={setEmails}
              text={text}
              onTextChange={(typed) => form.setFieldValue("text", typed)}
              split={splitEmails}
              check={emailProblem}
            />
          )}
        </form.Subscribe>
        <form.Subscribe selector={(state) => state.values.role}>
          {(chosen) => (
            <form.AppField name="role">
              {(field) => (
                <field.Choice label="Role" options={inviteRoleOptions(role)} hint={roleDescriptions[chosen]} />
              )}
            </form.AppField>
          )}
        </form.Subscribe>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <form.AppForm>
            <form.Submit label="Send invites" />
          </form.AppForm>
        </div>
      </form>
    </Dialog>
  );
}

function useInviteForm(organizationId: string, onInvited: (invites: readonly MadeInvite[]) => void) {
  const invite = useInvite(organizationId);
  const form = useAppForm({
    defaultValues: { emails: [] as string[], text: "", role: defaultRole },
    validators: {
      onChange: ({ value }) => {
        const message = emailsProblem(value.emails);
        return message && { fields: { emails: { message } } };
      },
    },
    // On failure a toast and the field say why, and the typed values stay.
    onSubmit: ({ value }) =>
      invite
        .mutateAsync({ invites: value.emails.map((email) => ({ email: email.toLowerCase(), roles: [value.role] })) })
        .then(
          ({ invites }) => onInvited(invites),
          () => {},
        ),
    onSubmitInvalid: focusFirstInvalid,
  });
  const setEmails = (emails: readonly string[]) => {
    invite.reset();
    form.setFieldValue("emails", distinctEmails(emails));
  };
  const submit = () => {
    const { emails, text } = form.state.values;
    // Typed text that is no chip yet is included.
    if (text.trim() !== "") setEmails([...emails, ...splitEmails(text)]);
    form.setFieldValue("text", "");
    void form.handleSubmit();
  };
  return { form, error: invite.error ? errorMessage(invite.error) : undefined, setEmails, submit };
}

function emailProblem(email: string): string | undefined {
  return emailSchema.safeParse(email).error?.issues[0]?.message;
}

/** What is wrong with the addresses as a whole. */
function emailsProblem(emails: readonly string[]): string | undefined {
  if (emails.length === 0) return "Add at least one address";
  if (emails.length > maxInvitesAtOnce) return `Up to ${maxInvitesAtOnce} people can be invited at once`;
  return emails.some(emailProblem) ? validation.emailInvalid : undefined;
}

/** An empty field is only wrong once somebody tried to send it. */
function shownProblem(emails: readonly string[], attempts: number): string | undefined {
  return emails.length > 0 || attempts > 0 ? emailsProblem(emails) : undefined;
}
