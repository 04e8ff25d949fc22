import { ChatTeardropTextIcon } from "@phosphor-icons/react/dist/csr/ChatTeardropText";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { lazy, Suspense, useMemo, useState } from "react";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { refreshArtifacts } from "#web/features/pages/api/artifacts.api.ts";
import { TransferMenu } from "#web/features/pages/transfer/transfer-menu.tsx";
import { DocumentsEmpty } from "#web/features/pages/tree/documents-empty.tsx";
import { DocumentsTree } from "#web/features/pages/tree/documents-tree.tsx";
import { DroppedPages } from "#web/features/pages/tree/dropped-pages.tsx";
import { filterPageTree } from "#web/features/pages/tree/page-tree.ts";
import { usePageGroups } from "#web/features/pages/tree/use-page-groups.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { FilterField } from "#web/ui/form/filter-field.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { useRowKeys } from "#web/ui/list/list.tsx";

const PageRequestDialog = lazy(() =>
  import("#web/features/pages/tree/page-request-dialog.tsx").then((module) => ({ default: module.PageRequestDialog })),
);

/** /o/:organizationId/p/:projectId/context: every document of a product, as a tree. */
export function ContextScreen() {
  const organization = useOrganization();
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  usePageTitle("All documents", project.name);
  const key = useMemo(() => ({ organizationId, projectId }), [organizationId, projectId]);
  const [filter, setFilter] = useState("");
  const [isWishing, setIsWishing] = useState(false);
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
            <Button icon={<ChatTeardropTextIcon aria-hidden className="size-4" />} onClick={() => setIsWishing(true)}>
              Ask for a page
            </Button>
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
      <DroppedPages organizationId={organizationId} productId={project.projectId} />
      <Suspense>
        {isWishing && (
          <PageRequestDialog organizationId={organizationId} product={project} onClose={() => setIsWishing(false)} />
        )}
      </Suspense>
    </Page>
  );
}
