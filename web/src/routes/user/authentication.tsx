import { useQuery } from "@tanstack/react-query";

import { ChangePasswordCard } from "#web/features/users/change-password-card.tsx";
import { SignInList } from "#web/features/users/sign-in-list.tsx";
import { userQuery } from "#web/features/users/users.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /user/settings/authentication: password and sessions. */
export function AuthenticationScreen() {
  usePageTitle("Authentication");
  const user = useQuery(userQuery);
  const page = usePageNumber();
  return (
    <Page width="narrow">
      <PageHeader title="Authentication" />
      {user.isError && !user.data && (
        <ErrorState message={errorMessage(user.error)} onRetry={() => void user.refetch()} />
      )}
      {user.isPending && (
        <Loading what="your settings">
          <Skeleton className="h-96 rounded-lg" />
        </Loading>
      )}
      {user.data?.hasPassword && <ChangePasswordCard email={user.data.email} />}
      {user.data?.hasPassword === false && (
        <SettingsCard
          title="Change Password"
          description="You sign in with another provider. Your password is kept there, and changed there."
        />
      )}
      <SignInList page={page} />
    </Page>
  );
}
