import type { Organization } from "@cairn/contract/organizations";
import { isUuid } from "@cairn/contract/slugs";
import { messages } from "@cairn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

import { useLiveChanges } from "#web/features/live-changes/use-live-changes.ts";
import { OrganizationContext, useOrganization } from "#web/features/organizations/organization-context.ts";
import { organizationQuery } from "#web/features/organizations/organizations.api.ts";
import { ProjectContext } from "#web/features/projects/project-context.ts";
import { projectQuery } from "#web/features/projects/projects.api.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { errorMessage, isDenied, queryClient } from "#web/lib/api/query-client.ts";
import { saveLastProject } from "#web/lib/browser/storage.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { AccessDenied } from "#web/ui/layout/access-denied.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** Loads the organization of the address; its child routes render only with access to it. */
export function OrganizationGuard() {
  const { organizationId = "" } = useRouteParams();
  const organization = useQuery(organizationQuery(organizationId));
  useCurrentAddress(organizationId, organization.data);
  if (!organization.data || isDenied(organization.error)) {
    return (
      <Missing
        query={organization}
        what="organization"
        requested={organizationId}
        denied={messages.organizationDenied}
      />
    );
  }
  return (
    <OrganizationContext value={organization.data}>
      <Outlet />
    </OrganizationContext>
  );
}

/** The same for the product, which is also remembered as the last opened one. */
export function ProjectGuard() {
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = useQuery(projectQuery({ organizationId, projectId }));
  const user = useUser();
  useLiveChanges(useOrganization(), project.data);
  const slug = project.data?.slug;

  useEffect(() => {
    if (user && slug) saveLastProject(user.userId, { organization: organizationId, project: slug });
  }, [user, slug, organizationId]);

  if (!project.data || isDenied(project.error)) {
    return <Missing query={project} what="product" requested={projectId} denied={messages.projectDenied} />;
  }
  return (
    <ProjectContext value={project.data}>
      <Outlet />
    </ProjectContext>
  );
}

/** A former slug still resolves; the address is then replaced by the current one. */
function useCurrentAddress(requested: string, organization: Organization | undefined): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!organization || organization.slug === requested || isUuid(requested)) return;
    // Fills the cache, so that the child routes stay mounted.
    queryClient.setQueryData(organizationQuery(organization.slug).queryKey, organization);
    const rest = pathname.split("/").slice(3);
    void navigate({ to: ["/o", organization.slug, ...rest].join("/"), search: true, hash: true, replace: true });
  }, [organization, requested, pathname, navigate]);
}

interface MissingProps {
  query: Pick<UseQueryResult, "error" | "refetch">;
  what: string;
  /** The id or slug in the address. */
  requested: string;
  /** What to check when there is no access. */
  denied: string;
}

/** In place of the screens: no access, or not loaded yet, or a failure that may pass. */
function Missing({ query: { error, refetch }, what, requested, denied }: MissingProps) {
  if (isDenied(error)) return <Denied text={denied} requested={requested} />;
  if (!error) return <ScreenPlaceholder what={what} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  usePageTitle("Not loaded");
  return (
    <Page>
      <ErrorState message={errorMessage(error)} onRetry={onRetry} />
    </Page>
  );
}

function Denied({ text, requested }: { text: string; requested: string }) {
  usePageTitle("No access");
  return <AccessDenied text={text} requested={requested} homeHref={href("home")} />;
}

/** A placeholder with the layout most screens share. */
function ScreenPlaceholder({ what }: { what: string }) {
  return (
    <Page>
      <Loading what={what}>
        <Skeleton className="mb-6 h-7 w-56" />
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {Array.from({ length: 4 }, (_unused, tile) => (
            <Skeleton key={tile} className="h-23" />
          ))}
        </div>
        <Skeleton className="mt-4 h-60" />
      </Loading>
    </Page>
  );
}
