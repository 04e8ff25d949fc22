import { listRepositories } from "@cairn/contract/repositories";
import { useQuery } from "@tanstack/react-query";

import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import type { ProjectKey } from "./projects.api.ts";

/** Where the repository that was made with a product is cloned from and pushed to. */
export function HostedRepositoryCard({ project }: { project: ProjectKey }) {
  const repositories = useQuery(endpointQuery(listRepositories, { params: project }));
  const repository = repositories.data?.content.find(({ connection }) => connection.type === "internal");
  if (repositories.isError && !repositories.data) {
    return <ErrorState message={errorMessage(repositories.error)} onRetry={() => void repositories.refetch()} />;
  }
  if (!repository) {
    return (
      <Loading what="repository">
        <Skeleton className="h-52 rounded-lg" />
      </Loading>
    );
  }
  const { ssh, http } = repository.clone;
  const params = { ...project, repositorySlug: repository.slug };
  return (
    <SettingsCard
      title="Your repository"
      description="It has a first commit. Clone it and push your code; what you push is indexed at once."
      note="You find both again where its code is read."
      action={
        <ButtonLink href={href("repositoryFile", { ...params, branchName: repository.mainBranch, _splat: "" })}>
          Browse code
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-4">
        {ssh !== null && (
          <CopyField
            label="Clone over SSH"
            value={`git clone ${ssh}`}
            hint={
              <>
                With an{" "}
                <Link href={href("sshKeys")} className="rounded-sm text-accent-text underline underline-offset-4">
                  SSH key of your account
                </Link>
              </>
            }
          />
        )}
        {http !== null && (
          <CopyField
            label="Clone over HTTP"
            value={`git clone ${http}`}
            hint={
              <>
                Any user name; the password is the token of a{" "}
                <Link
                  href={href("repositoryKeyCreate", params)}
                  className="rounded-sm text-accent-text underline underline-offset-4"
                >
                  repository key
                </Link>
              </>
            }
          />
        )}
      </div>
    </SettingsCard>
  );
}
