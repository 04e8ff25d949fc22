import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { projectsQuery } from "#web/features/projects/projects.api.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { href } from "#web/lib/navigation/paths.ts";

import type { Command } from "./command-groups.ts";

/** Commands for the products of the current organization and for the user's organizations. */
export function useNamedCommands({ organization }: CurrentScope): Command[] {
  const { items: organizations } = useAllPages(organizationsQuery);
  const organizationId = organization?.slug ?? "";
  const { items: products } = useAllPages((page) => ({
    ...projectsQuery(organizationId, page),
    enabled: organizationId !== "",
  }));
  return [
    ...products.map((project) => ({
      key: `product-${project.projectId}`,
      group: "Go to" as const,
      label: project.name,
      detail: "Product",
      icon: <CubeIcon className="size-4" />,
      href: href("project", { organizationId, projectId: project }),
    })),
    ...organizations.map((one) => ({
      key: `organization-${one.organizationId}`,
      group: "Go to" as const,
      label: one.name,
      detail: "Organization",
      icon: <BuildingsIcon className="size-4" />,
      href: href("projects", { organizationId: one }),
    })),
  ];
}
