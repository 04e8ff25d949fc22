import { can } from "@cairn/contract/roles";
import { UserPlusIcon } from "@phosphor-icons/react/dist/csr/UserPlus";
import { UsersIcon } from "@phosphor-icons/react/dist/csr/Users";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { MembersTable } from "#web/features/members/members-table.tsx";
import { invitesQuery, membersQuery } from "#web/features/members/members.api.ts";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { FilterField } from "#web/ui/form/filter-field.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** The form is loaded when it is opened. */
const InviteDialog = lazy(() =>
  import("#web/features/members/invite-dialog.tsx").then((module) => ({ default: module.InviteDialog })),
);

const searchDelayMs = 300;

/** /o/:organizationId/members */
export function MembersScreen() {
  const [isInviting, setIsInviting] = useState(false);
  return <Members isInviting={isInviting} onInvitingChange={setIsInviting} />;
}

/** /o/:organizationId/invite: the same screen with the dialog open; closing it leads to the members. */
export function InviteMembersScreen() {
  const organization = useOrganization();
  const navigate = useNavigate();
  const toMembers = () => void navigate({ to: href("members", { organizationId: organization }), replace: true });
  return <Members isInviting onInvitingChange={(isInviting) => !isInviting && toMembers()} />;
}

interface MembersProps {
  isInviting: boolean;
  onInvitingChange: (isInviting: boolean) => void;
}

function Members({ isInviting, onInvitingChange }: MembersProps) {
  usePageTitle("Members");
  const { organizationId, slug, role } = useOrganization();
  const navigate = useNavigate();
  const page = usePageNumber();
  const [text, setText] = useState("");
  const search = (next: string) => {
    setText(next);
    // A new search starts at the first page.
    if (page > 1) void navigate({ to: href("members", { organizationId: slug }), replace: true });
  };
  const canManage = can(role, "member.manage");
  return (
    <Page>
      <PageHeader
        title="Members"
        description="The people of this organization. Owners and Admins invite and remove them."
        actions={
          canManage && (
            <Button variant="primary" icon={<UserPlusIcon className="size-4" />} onClick={() => onInvitingChange(true)}>
              Invite users
            </Button>
          )
        }
      />
      {isInviting && !canManage && (
        <div className="mb-4">
          <Banner tone="info" title="Only an Owner or Admin can invite users" />
        </div>
      )}
      <div className="mb-4">
        <FilterField label="Search members" value={text} onValueChange={search} />
      </div>
      <MemberList text={text.trim()} />
      {isInviting && canManage && (
        <Suspense>
          <InviteDialog organizationId={organizationId} role={role} onClose={() => onInvitingChange(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** The table, with its loading, error and empty states. */
function MemberList({ text }: { text: string }) {
  const { organizationId, slug, role } = useOrganization();
  const userId = useUser()?.userId;
  const page = usePageNumber();
  const query = useDebounced(text, searchDelayMs);
  const members = useQuery(membersQuery(organizationId, { page, query }));
  const invites = useQuery(invitesQuery(organizationId, page));
  const error = members.error ?? invites.error;
  if (error && !(members.data && invites.data)) {
    const retry = () => void Promise.all([members.refetch(), invites.refetch()]);
    return <ErrorState message={errorMessage(error)} onRetry={retry} />;
  }
  if (!members.data || !invites.data) {
    return (
      <Loading what="members">
        <SkeletonRows className="h-13" />
      </Loading>
    );
  }
  const found = invites.data.content.filter(({ email }) => email.toLowerCase().includes(query.toLowerCase()));
  const address = href("members", { organizationId: slug });
  if (found.length + members.data.content.length === 0) {
    return (
      <EmptyState
        icon={<UsersIcon className="size-5" />}
        title={query === "" ? "Nobody on this page" : `Nobody matches “${query}”`}
        action={query === "" && <ButtonLink href={address}>First page</ButtonLink>}
      />
    );
  }
  const total = Math.max(members.data.total, query === "" ? invites.data.total : 0);
  return (
    <>
      <MembersTable
        organizationId={organizationId}
        role={role}
        userId={userId}
        members={members.data.content}
        invites={found}
      />
      <Pagination page={page} limit={members.data.limit} total={total} href={address} />
    </>
  );
}
