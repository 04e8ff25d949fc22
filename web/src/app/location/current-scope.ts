import type { Organization } from "@cairn/contract/organizations";
import type { Project } from "@cairn/contract/projects";
import { useQuery } from "@tanstack/react-query";

import { organizationQuery } from "#web/features/organizations/organizations.api.ts";
import { projectQuery } from "#web/features/projects/projects.api.ts";
import { isGone } from "#web/lib/api/query-client.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";

/**
 * The organization and product of the current address. Entities are undefined until loaded. Inaccessible ones are
 * treated as absent.
 */
export interface CurrentScope {
  organizationId: string | undefined;
  projectId: string | undefined;
  organization: Organization | undefined;
  project: Project | undefined;
}

const emptyScope: CurrentScope = {
  organizationId: undefined,
  projectId: undefined,
  organization: undefined,
  project: undefined,
};

/** The organization and product of the address, for parts outside their screens: sidebar, header, command menu. */
export function useCurrentScope(): CurrentScope {
  const { organizationId, projectId } = useRouteParams();
  const organization = useQuery({ ...organizationQuery(organizationId ?? ""), enabled: organizationId !== undefined });
  const project = useQuery({
    ...projectQuery({ organizationId: organizationId ?? "", projectId: projectId ?? "" }),
    enabled: organizationId !== undefined && projectId !== undefined,
  });
  if (isGone(organization)) return emptyScope;
  if (isGone(project)) return { ...emptyScope, organizationId, organization: organization.data };
  return { organizationId, projectId, organization: organization.data, project: project.data };
}
