import { AppError } from "@cairn/contract/errors";
import type { OpenInvite } from "@cairn/contract/members";
import { roleDescriptions, roleNames } from "@cairn/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { openInviteQuery, useAcceptInvite } from "#web/features/invites/invites.api.ts";
import { ContinueButton } from "#web/features/users/continue-button.tsx";
import { SecureSignIn } from "#web/features/users/secure-sign-in.tsx";
import { signOutTo } from "#web/features/users/sign-out.ts";
import { userQuery } from "#web/features/users/users.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { startLogin } from "#web/lib/auth/login.ts";
import type { LoginRequest } from "#web/lib/auth/login.ts";
import { hasSession } from "#web/lib/auth/session.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { formatFullDate } from "#web/lib/text/dates.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CenteredCard } from "#web/ui/layout/centered-card.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

/** /invite/:token: joins an organization, after a sign-in if needed. The window title does not reveal which one. */
export function InviteScreen() {
  usePageTitle("Invitation");
  const { token = "" } = useRouteParams();
  const invite = useQuery(openInviteQuery(token));
  if (invite.isError && !invite.data) {
    return <InviteProblem error={invite.error} onRetry={() => void invite.refetch()} />;
  }
  if (!invite.data) {
    return (
      <CenteredCard title="Invitation">
        <Placeholder />
      </CenteredCard>
    );
  }
  return hasSession() ? (
    <SignedInInvite token={token} invite={invite.data} />
  ) : (
    <SecureSignIn>
      <InviteCard invite={invite.data}>
        <div className="flex flex-col gap-3">
          <SignInButton mode="login" label="Sign in" token={token} invite={invite.data} />
          <SignInButton mode="signup" label="Create account" token={token} invite={invite.data} />
        </div>
      </InviteCard>
    </SecureSignIn>
  );
}

function Placeholder() {
  return (
    <Loading what="the invitation">
      <Skeleton className="mb-6 h-24" />
      <Skeleton className="h-10" />
    </Loading>
  );
}

/** An invalid link stays invalid; only retryable errors get a retry button. */
function InviteProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isFinal = error instanceof AppError && !error.isRetryable;
  if (!isFinal) {
    return (
      <CenteredCard title="Invitation">
        <ErrorState message={errorMessage(error)} onRetry={onRetry} />
      </CenteredCard>
    );
  }
  return (
    <CenteredCard
      title="This invitation cannot be used"
      text="It was used or revoked, has expired, or the link is incomplete. Ask whoever invited you for a new one."
    >
      <ButtonLink href={href("home")} variant="primary" size="lg" className="w-full">
        Back home
      </ButtonLink>
    </CenteredCard>
  );
}

/** The details of the invite, with the actions below. */
function InviteCard({ invite, children }: { invite: OpenInvite; children: ReactNode }) {
  const [role] = invite.roles;
  return (
    // Names and addresses may be one long word.
    <div className="wrap-anywhere">
      <CenteredCard
        title={`Join ${invite.organization.name}`}
        text={invite.invitedBy ? `${invite.invitedBy} invited you.` : "You are invited."}
      >
        <dl className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
          <dt className="text-ink-3">For</dt>
          <dd>{invite.email}</dd>
          {role && (
            <>
              <dt className="text-ink-3">Role</dt>
              <dd>
                {roleNames[role]}
                <span className="text-ink-3"> · {roleDescriptions[role]}</span>
              </dd>
            </>
          )}
          <dt className="text-ink-3">Valid until</dt>
          <dd>
            <time dateTime={invite.expiresAt}>{formatFullDate(invite.expiresAt)}</time>
          </dd>
        </dl>
        {children}
      </CenteredCard>
    </div>
  );
}

interface InviteProps {
  token: string;
  invite: OpenInvite;
}

function SignInButton({ mode, label, token, invite }: InviteProps & { mode: LoginRequest["mode"]; label: string }) {
  return (
    <div>
      <ContinueButton
        label={label}
        variant={mode === "login" ? "primary" : "secondary"}
        onStart={() =>
          startLogin({
            mode,
            returnTo: href("inviteAccept", { token }),
            loginHint: invite.email,
            inviteToken: token,
          })
        }
      />
    </div>
  );
}

function SignedInInvite({ token, invite }: InviteProps) {
  const user = useQuery(userQuery);
  if (user.data) {
    const isInvited = user.data.email.toLowerCase() === invite.email.toLowerCase();
    return (
      <InviteCard invite={invite}>
        {isInvited ? (
          <JoinButton token={token} invite={invite} />
        ) : (
          <OtherAccount token={token} email={user.data.email} />
        )}
      </InviteCard>
    );
  }
  return (
    <InviteCard invite={invite}>
      {user.isError ? (
        <ErrorState message={errorMessage(user.error)} onRetry={() => void user.refetch()} />
      ) : (
        <Loading what="your account">
          <Skeleton className="h-10" />
        </Loading>
      )}
    </InviteCard>
  );
}

function JoinButton({ token, invite: { organization } }: InviteProps) {
  const accept = useAcceptInvite({ token, organizationName: organization.name });
  const navigate = useNavigate();
  const join = () =>
    accept.mutate(undefined, {
      onSuccess: (joined) => void navigate({ to: href("projects", { organizationId: joined }), replace: true }),
    });
  return (
    <Button
      variant="primary"
      size="lg"
      className="h-auto! min-h-10 w-full py-2 whitespace-normal! pointer-coarse:min-h-11"
      isBusy={accept.isPending}
      onClick={join}
    >
      Join {organization.name}
    </Button>
  );
}

function OtherAccount({ token, email }: { token: string; email: string }) {
  return (
    <>
      <p className="mb-4 text-sm text-ink-2">
        You are signed in as <strong className="font-medium text-ink">{email}</strong>. Only the invited address can
        accept.
      </p>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        onClick={() => void signOutTo(href("inviteAccept", { token }))}
      >
        Sign out and use another account
      </Button>
      <ButtonLink href={href("home")} variant="ghost" size="lg" className="mt-2 w-full">
        Back home
      </ButtonLink>
    </>
  );
}
