import type { SignIn } from "@cairn/contract/auth";
import { DesktopIcon } from "@phosphor-icons/react/dist/csr/Desktop";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { formatFullDate, formatRelativeDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { keepRowFocus, List, ListRow } from "#web/ui/list/list.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { describeBrowser } from "./describe-browser.ts";
import { signOutTo } from "./sign-out.ts";
import { signInsQuery, useEndOtherSignIns, useEndSignIn } from "./users.api.ts";

/** The sessions of the user, with buttons to end them. */
export function SignInList({ page }: { page: number }) {
  const signIns = useQuery(signInsQuery(page));
  const [isAsking, setIsAsking] = useState(false);
  const { data } = signIns;
  return (
    <section aria-labelledby="sign-ins" className="mt-8">
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="sign-ins" className="text-base font-semibold">
            Sessions
          </h2>
          <p className="text-sm text-ink-3">Browsers you are signed in with, and applications you let in.</p>
        </div>
        {data && data.total > 1 && <Button onClick={() => setIsAsking(true)}>Sign out all other browsers</Button>}
      </div>
      {signIns.isError && !data && (
        <ErrorState message={errorMessage(signIns.error)} onRetry={() => void signIns.refetch()} />
      )}
      {signIns.isPending && (
        <Loading what="your sessions">
          <SkeletonRows count={2} className="h-15" />
        </Loading>
      )}
      {data?.content.length === 0 && <EmptyState title="No sessions here" text="They may have ended meanwhile." />}
      {data && data.content.length > 0 && (
        <List label="Sessions">
          {data.content.map((signIn) => (
            <SignInRow key={signIn.sessionId} signIn={signIn} />
          ))}
        </List>
      )}
      {data && <Pagination {...data} href={href("authentication")} />}
      {isAsking && <EndOthersDialog onClose={() => setIsAsking(false)} />}
    </section>
  );
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const end = useEndSignIn();
  const name = signIn.application ?? describeBrowser(signIn.userAgent);
  const signOut = (row: Element | null) => {
    if (signIn.isCurrent) return signOutTo(href("login"));
    return end.mutateAsync(signIn.sessionId).then(keepRowFocus(row), () => {});
  };
  return (
    <ListRow
      icon={<DesktopIcon className="size-4" />}
      title={name}
      description={
        <>
          Last used{" "}
          <time dateTime={signIn.lastUsedAt} title={formatFullDate(signIn.lastUsedAt)}>
            {formatRelativeDate(signIn.lastUsedAt)}
          </time>
          {signIn.address && (
            <span className="font-mono text-xs max-sm:block max-sm:truncate">
              <span className="max-sm:hidden"> · </span>
              {signIn.address}
            </span>
          )}
        </>
      }
      isMetaLong
      meta={signIn.isCurrent && <Badge tone="accent">This browser</Badge>}
      actions={
        <Button
          size="sm"
          isBusy={end.isPending}
          aria-label={`Sign out ${name}`}
          onClick={(event) => void signOut(event.currentTarget.closest("[data-row]"))}
        >
          Sign out
        </Button>
      }
    />
  );
}

function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const end = useEndOtherSignIns();
  // The button that opened this dialog is removed with the other sessions.
  const closeForGood = () => {
    onClose();
    keepRowFocus(null)();
  };
  const confirm = () => end.mutateAsync().then(closeForGood, () => {});
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Sign out all other browsers?"
      description="Only this browser stays signed in."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" isBusy={end.isPending} onClick={() => void confirm()}>
            Sign out all others
          </Button>
        </>
      }
    />
  );
}
