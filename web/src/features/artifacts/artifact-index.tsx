import type { ArtifactSummary } from "@cairn/contract/artifacts";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { fullDate, humanDate } from "#web/lib/dates.ts";
import { href } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { List, ListRow } from "#web/ui/list.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

import { authorOf } from "./author.ts";

export interface ArtifactGroup {
  title: string;
  pages: readonly ArtifactSummary[];
}

/** Pages under the thing they describe: the organization, the product, then each service. */
export function groupArtifacts(
  pages: readonly ArtifactSummary[],
  names: { organization: string; product: string; services: readonly { serviceId: string; name: string }[] },
): ArtifactGroup[] {
  const groups = [
    { title: names.organization, pages: pages.filter((page) => page.projectId === null) },
    { title: names.product, pages: pages.filter((page) => page.projectId !== null && page.serviceId === null) },
    ...names.services.map((service) => ({
      title: service.name,
      pages: pages.filter((page) => page.serviceId === service.serviceId),
    })),
  ];
  return groups.filter((group) => group.pages.length > 0);
}

/** All pages of a product, one list for each group. */
export function ArtifactIndex({ project, groups }: { project: ProjectKey; groups: readonly ArtifactGroup[] }) {
  return (
    <div className="flex flex-col gap-8">
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2 className="mb-2 text-base font-semibold">{group.title}</h2>
          <List label={`Documents of ${group.title}`}>
            {group.pages.map((page) => (
              <ListRow
                key={page.artifactId}
                href={href("artifact", { ...project, artifactId: page.artifactId })}
                icon={<FileTextIcon aria-hidden className="size-4" />}
                title={page.title}
                description={`by ${authorOf(page)}`}
                meta={
                  page.isUpdating ? (
                    <Badge tone="ai" icon={<Spinner className="size-3" />}>
                      Updating
                    </Badge>
                  ) : (
                    <time dateTime={page.updatedAt} title={fullDate(page.updatedAt)}>
                      {humanDate(page.updatedAt)}
                    </time>
                  )
                }
              />
            ))}
          </List>
        </section>
      ))}
    </div>
  );
}
