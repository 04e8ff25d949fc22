import type { User } from "@cairn/contract/auth";
import { useState } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TypedConfirmDialog } from "#web/ui/confirmation/typed-confirm-dialog.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { DangerCard } from "#web/ui/layout/card.tsx";

import { signOutTo } from "./sign-out.ts";
import { useDeleteAccount } from "./users.api.ts";

/** Deletes the account. The e-mail address must be typed, and the password if the account has one. */
export function DeleteAccountCard({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <DangerCard
      title="Delete Account"
      description="Removes your account with everything that is yours alone. It cannot be undone."
      action={
        <>
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Delete account
          </Button>
          {isAsking && <DeleteAccountDialog user={user} onClose={() => setIsAsking(false)} />}
        </>
      }
    />
  );
}

function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteAccount();
  const [password, setPassword] = useState("");
  return (
    <TypedConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Delete your account"
      description="You leave every organization, and your keys and sign-ins stop working at once."
      expected={user.email}
      confirmLabel="Delete my account"
      // Once deleted, it stays so until the sign-in page has replaced this one.
      isBusy={remove.isPending || remove.isSuccess}
      refusal={remove.isError ? errorMessage(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(user.hasPassword ? { password } : {}, { onSuccess: () => void signOutTo(href("login")) })
      }
    >
      {user.hasPassword && (
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
        />
      )}
    </TypedConfirmDialog>
  );
}
