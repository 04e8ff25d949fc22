import type { Organization } from "@cairn/contract/organizations";
import { can } from "@cairn/contract/roles";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";

import { ProductCard } from "./product-card.tsx";
import { projectsQuery } from "./projects.api.ts";

interface ProductGridProps {
  organization: Organization;
  /** The number keys open its first nine products. Only the first organization of a screen is numbered. */
  isNumbered: boolean;
  /** What else can be done with the organization. */
  more?: ReactNode;
}

/** An organization's products as cards. */
export function ProductGrid({ organization, isNumbered, more }: ProductGridProps) {
  const organizationId = organization.slug || organization.organizationId;
  const projects = useQuery(projectsQuery(organizationId));
  const navigate = useNavigate();
  const addresses = (projects.data?.content ?? []).map((project) =>
    href("project", { organizationId, projectId: project }),
  );
  useSingleKey("1,2,3,4,5,6,7,8,9", (event) => {
    const address = isNumbered ? addresses[Number(event.key) - 1] : undefined;
    if (address) void navigate({ to: address });
  });

  const canCreate = can(organization.role, "project.create");
  const isEmpty = projects.data?.total === 0;
  // Only the first empty organization shows a full empty state; others show one line.
  const isQuiet = isEmpty && !isNumbered;

  return (
    <section aria-label={`Products of ${organization.name}`}>
      <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
        <h2 className="flex min-w-0 items-center gap-2 text-base font-semibold">
          <span className="wrap-anywhere">Products of {organization.name}</span>
          {organization.isDemo && <Badge>Demo</Badge>}
        </h2>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {more}
          {canCreate && projects.data && (!isEmpty || isQuiet) && (
            <ButtonLink href={href("projectCreate", { organizationId })} icon={<PlusIcon className="size-4" />}>
              Create Product
            </ButtonLink>
          )}
        </div>
      </div>
      {isQuiet ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-3 text-sm text-ink-3">No Products yet</p>
      ) : (
        <ProductCards organizationId={organizationId} canCreate={canCreate} isNumbered={isNumbered} />
      )}
    </section>
  );
}

interface ProductCardsProps {
  organizationId: string;
  canCreate: boolean;
  page?: number;
  /** Shows the number keys that open the first nine; the caller listens to them. */
  isNumbered?: boolean;
}

/**
 * One to three columns, depending on the width. The gap is slightly overestimated, so that rounding cannot lose a
 * column.
 */
const columns = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(12.5rem,(100%-1.6rem)/3)),1fr))] gap-3";
/** Products that have a number key. */
const maxNumber = 9;

/** The cards, with their loading, error and empty states. */
export function ProductCards({ organizationId, canCreate, page = 1, isNumbered = false }: ProductCardsProps) {
  const projects = useQuery(projectsQuery(organizationId, page));
  if (projects.isError && !projects.data) {
    return <ErrorState message={errorMessage(projects.error)} onRetry={() => void projects.refetch()} />;
  }
  if (!projects.data) {
    return (
      <Loading what="products">
        <ProductCardsPlaceholder />
      </Loading>
    );
  }
  if (projects.data.total === 0) {
    return (
      <EmptyState
        icon={<CubeIcon className="size-5" />}
        title="No Products yet"
        text="A product is what you build: its services, repositories and documents."
        action={
          canCreate && (
            <ButtonLink href={href("projectCreate", { organizationId })} variant="primary">
              Create Product
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <ul className={columns}>
      {projects.data.content.map((project, index) => (
        <ProductCard
          key={project.projectId}
          organizationId={organizationId}
          project={project}
          number={isNumbered && index < maxNumber ? index + 1 : undefined}
        />
      ))}
    </ul>
  );
}

/** Placeholder for loading cards. */
export function ProductCardsPlaceholder() {
  return (
    <div className={columns}>
      {Array.from({ length: 3 }, (_unused, card) => (
        <Skeleton key={card} className="h-32 rounded-lg" />
      ))}
    </div>
  );
}
