import { displayName } from "@cairn/contract/auth";
import type { Organization } from "@cairn/contract/organizations";
import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { useQuery } from "@tanstack/react-query";

import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { ContinueCard } from "#web/features/projects/continue-card.tsx";
import { ProductGrid } from "#web/features/projects/product-grid.tsx";
import { useUser } from "#web/features/users/users.api.ts";
import { greeting } from "#web/lib/dates.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { readLastProject } from "#web/lib/storage.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** /: resume work. */
export function HomeScreen() {
  usePageTitle("Home");
  const user = useUser();
  const organizations = useQuery(organizationsQuery());
  const lastProject = user && readLastProject(user.userId);
  const firstName = user?.firstName ?? (user && displayName(user));
  return (
    <Page>
      <h1 tabIndex={-1} className="mb-6 text-2xl font-semibold">
        {greeting()}
        {firstName && `, ${firstName}`}
      </h1>
      {lastProject && <ContinueCard lastProject={lastProject} />}
      <OrganizationSections
        organizations={organizations.data?.content}
        error={organizations.error}
        onRetry={() => void organizations.refetch()}
      />
    </Page>
  );
}

interface OrganizationSectionsProps {
  /** Undefined while loading. */
  organizations: readonly Organization[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

function OrganizationSections({ organizations, error, onRetry }: OrganizationSectionsProps) {
  if (error && !organizations) return <ErrorState message={errorMessage(error)} onRetry={onRetry} />;
  if (!organizations) {
    return (
      <Loading what="your products">
        <Skeleton className="mb-3 h-5 w-40" />
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {Array.from({ length: 3 }, (_unused, card) => (
            <Skeleton key={card} className="h-28" />
          ))}
        </div>
      </Loading>
    );
  }
  if (organizations.length === 0) {
    return (
      <EmptyState
        icon={<BuildingsIcon className="size-5" />}
        title="No Organizations yet"
        text="An organization holds your team's products."
        action={
          <ButtonLink href={href("organizationCreate")} variant="primary">
            Create Organization
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-8">
      {organizations.map((organization, index) => (
        <ProductGrid key={organization.organizationId} organization={organization} isNumbered={index === 0} />
      ))}
    </div>
  );
}
