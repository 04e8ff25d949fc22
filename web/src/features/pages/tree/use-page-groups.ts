import type { Project } from "@cairn/contract/projects";
import { useMemo } from "react";

import { usePages } from "#web/features/pages/api/artifacts.api.ts";

import { buildPageTree } from "./page-tree.ts";
import type { PageNode } from "./page-tree.ts";

/** The pages of the organization, of a product or of a service. */
export interface PageGroup {
  kind: "organization" | "product" | "service";
  /** The id of the service; for the others their kind. */
  key: string;
  tree: PageNode[];
  /** The service's name; empty for the others, whose names the screen knows. */
  name: string;
}

interface PageGroups {
  /** Only groups with pages. */
  groups: PageGroup[];
  isPending: boolean;
  error: Error | null;
}

/** The pages shown in a product: those of its organization, its own, then those of each service. */
export function usePageGroups(organizationId: string, project: Project | undefined): PageGroups {
  const { pages, isComplete, error } = usePages(organizationId);
  const groups = useMemo(() => {
    if (!project) return [];
    const { projectId, services } = project;
    const groupOf = (kind: PageGroup["kind"], key: string, name: string): PageGroup => ({
      kind,
      key,
      name,
      tree: buildPageTree(
        pages.filter((page) => {
          if (kind === "organization") return page.projectId === null;
          if (kind === "product") return page.projectId === projectId && page.serviceId === null;
          return page.serviceId === key;
        }),
      ),
    });
    return [
      groupOf("organization", "organization", ""),
      groupOf("product", "product", ""),
      ...services.map(({ serviceId, name }) => groupOf("service", serviceId, name)),
    ].filter(({ tree }) => tree.length > 0);
  }, [pages, project]);
  return { groups, isPending: !isComplete && error === null, error };
}
