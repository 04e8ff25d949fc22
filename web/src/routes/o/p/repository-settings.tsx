import { indexingPollMs } from "@cairn/contract/indexing";
import type { Repository } from "@cairn/contract/repositories";
import type { RepositoryKey as Key } from "@cairn/contract/repository-keys";
import { can } from "@cairn/contract/roles";
import { useQuery } from "@tanstack/react-query";

import { DeleteKey } from "#web/features/keys/delete-key.tsx";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { repositoryQuery } from "#web/features/repositories/repositories.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { ConnectionCard } from "#web/features/repository-settings/connection-card.tsx";
import { DeleteRepositoryCard } from "#web/features/repository-settings/delete-repository-card.tsx";
import { GeneralCard } from "#web/features/repository-settings/general-card.tsx";
import { canChangeMainBranch, MainBranchCard } from "#web/features/repository-settings/main-branch-card.tsx";
import { ProtectionCard } from "#web/features/repository-settings/protection-card.tsx";
import { RepositoryKeys } from "#web/features/repository-settings/repository-keys.tsx";
import { useDeleteRepositoryKey } from "#web/features/repository-settings/repository-settings.api.ts";
import { SshCard } from "#web/features/repository-settings/ssh-card.tsx";
import { WebhookCard } from "#web/features/repository-settings/webhook-card.tsx";
import { IndexState } from "#web/features/services/index-state.tsx";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { pollUnlessFollowed } from "#web/lib/live/followed-projects.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/repositories/:repositorySlug/settings */
export function RepositorySettingsScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "", repositorySlug = "" } = useRouteParams();
  usePageTitle("Repository settings", project.name);
  const key = { organizationId, projectId, repositoryId: repositorySlug };
  const repository = useQuery({
    ...repositoryQuery(key),
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data) ? pollUnlessFollowed(projectId, indexingPollMs) : false,
  });
  const { data } = repository;
  const browseHref =
    data && href("repositoryFile", { ...key, repositorySlug, branchName: data.mainBranch, _splat: "" });
  return (
    <Page width="narrow">
      <PageHeader
        title="Repository settings"
        description={<span className="wrap-anywhere">{data?.repo ?? repositorySlug}</span>}
        actions={browseHref && <ButtonLink href={browseHref}>Browse code</ButtonLink>}
      />
      {data && <Settings repositoryKey={key} repository={data} />}
      {repository.isPending && (
        <Loading what="repository">
          <div className="flex flex-col gap-4">
            <Skeleton className="h-44" />
            <Skeleton className="h-40" />
          </div>
        </Loading>
      )}
      {repository.isError && !data && isDenied(repository.error) && (
        <EmptyState
          title="Repository not found"
          text="It may have been deleted."
          action={<ButtonLink href={href("repositories", { organizationId, projectId })}>All repositories</ButtonLink>}
        />
      )}
      {repository.isError && !data && !isDenied(repository.error) && (
        <ErrorState message={errorMessage(repository.error)} onRetry={() => void repository.refetch()} />
      )}
    </Page>
  );
}

interface SettingsProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
}

function Settings({ repositoryKey, repository }: SettingsProps) {
  const project = useProject();
  const { role } = useOrganization();
  const { connection, indexing } = repository;
  const both = { repositoryKey, repository };
  const isHosted = connection.type === "internal";
  const canManage = can(role, "repository.manage");
  const canSwitch = canChangeMainBranch(role, repository);
  return (
    <div className="flex flex-col gap-4">
      {indexing.error !== null && (
        <Banner tone="danger" title="The last index failed">
          <span className="wrap-anywhere">{indexing.error}</span>
        </Banner>
      )}
      <GeneralCard repository={repository} state={<IndexState indexing={indexing} />} />
      {canManage && (connection.type === "url" || connection.type === "ssh") && (
        <ConnectionCard {...both} connection={connection} />
      )}
      {canManage && connection.type === "ssh" && <SshCard {...both} publicKey={project.sshKey} />}
      {canSwitch && <MainBranchCard {...both} />}
      {canManage && (
        <>
          {isHosted && <ProtectionCard {...both} />}
          {(connection.type === "url" || connection.type === "ssh") && <WebhookCard {...both} />}
          {isHosted && <Keys repositoryKey={repositoryKey} />}
          <DeleteRepositoryCard
            {...both}
            services={project.services.filter((one) => one.repository?.repositoryId === repository.repositoryId)}
          />
        </>
      )}
      {!canManage && (
        <p className="text-sm text-ink-3">
          {!canSwitch && `Its main branch is ${repository.mainBranch}, which is protected. `}
          Only an Owner or Admin can change {canSwitch ? "the other settings" : "the settings"} of a repository
          {isHosted && ", and its keys"}.
        </p>
      )}
    </div>
  );
}

function Keys({ repositoryKey }: { repositoryKey: RepositoryKey }) {
  const { organizationId, projectId, repositoryId } = repositoryKey;
  const remove = useDeleteRepositoryKey(repositoryKey);
  const params = { organizationId, projectId, repositorySlug: repositoryId };
  return (
    <RepositoryKeys
      repositoryKey={repositoryKey}
      address={href("repositorySettings", params)}
      createHref={href("repositoryKeyCreate", params)}
      renderDelete={({ name }: Key) => (
        <DeleteKey
          name={name}
          title="Delete repository key"
          description="Machines that use it lose their access at once."
          isBusy={remove.isPending}
          onDelete={() => remove.mutateAsync(name)}
        />
      )}
    />
  );
}

function isRunning({ indexing: { state } }: Repository): boolean {
  return state === "queued" || state === "cloning" || state === "analyzing";
}
