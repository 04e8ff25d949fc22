import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useMemo, useState } from "react";

import { refreshArtifacts } from "#web/features/artifacts/artifacts.api.ts";
import { DocumentsEmpty } from "#web/features/artifacts/documents-empty.tsx";
import { DocumentsTree } from "#web/features/artifacts/documents-tree.tsx";
import { filterPageTree } from "#web/features/artifacts/page-tree.ts";
import { TransferMenu } from "#web/features/artifacts/transfer-menu.tsx";
import { usePageGroups } from "#web/features/artifacts/use-page-groups.ts";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { useRouteParams } from "#web/lib/route-params.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { FilterField } from "#web/ui/filter-field.tsx";
import { useRowKeys } from "#web/ui/list.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";

/** /o/:organizationId/p/:projectId/context: every document of a product, as a tree. */
export function ContextScreen() {
  const organization = useOrganization();
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  usePageTitle("All documents", project.name);
  const key = useMemo(() => ({ organizationId, projectId }), [organizationId, projectId]);
  const [filter, setFilter] = useState("");
  const [list, setList] = useState<HTMLElement | null>(null);
  useRowKeys({ current: list });
  const { groups, isPending, error } = usePageGroups(organizationId, project);
  const names = { organization: organization.name, product: project.name };
  const shown = groups
    .map((group) => ({ ...group, tree: filterPageTree(group.tree, filter) }))
    .filter(({ tree }) => tree.length > 0);
  return (
    <Page>
      <PageHeader
        title="All documents"
        description="Written from your code, with the lines each statement rests on."
        actions={
          <>
            <TransferMenu project={key} productId={project.projectId} productSlug={project.slug || projectId} />
            <ButtonLink
              variant="primary"
              href={href("create", { ...key })}
              icon={<PlusIcon aria-hidden className="size-4" />}
            >
              Create
            </ButtonLink>
          </>
        }
      />
      {isPending && (
        <Loading what="documents">
          <SkeletonRows />
        </Loading>
      )}
      {error && <ErrorState message={errorMessage(error)} onRetry={() => void refreshArtifacts()} />}
      {!isPending && !error && groups.length === 0 && <DocumentsEmpty project={key} />}
      {groups.length > 0 && (
        <>
          <div className="mb-6">
            <FilterField label="Filter documents" value={filter} onValueChange={setFilter} />
          </div>
          {shown.length === 0 && <EmptyState title="No document matches" text="Try fewer or other words." />}
          <div ref={setList} className="flex flex-col gap-8">
            {shown.map(({ kind, key: groupKey, name, tree }) => {
              const title = kind === "service" ? name : names[kind];
              return (
                <section key={groupKey} aria-label={title}>
                  <h2 className="mb-2 text-base font-semibold wrap-anywhere">{title}</h2>
                  <DocumentsTree
                    project={key}
                    label={`Documents of ${title}`}
                    tree={tree}
                    isFiltered={filter.trim() !== ""}
                  />
                </section>
              );
            })}
          </div>
        </>
      )}
    </Page>
  );
}
