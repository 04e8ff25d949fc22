import { displayName } from "@cairn/contract/auth";
import type { Organization } from "@cairn/contract/organizations";
import { matchesFilters } from "@cairn/contract/task-order";
import { KanbanIcon } from "@phosphor-icons/react/dist/csr/Kanban";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { renderRun } from "#web/features/implementations/render-run.tsx";
import { FollowProducts } from "#web/features/live-changes/follow-products.tsx";
import { membersQuery } from "#web/features/members/members.api.ts";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { BoardPlaceholder } from "#web/features/tasks/board/board-view.tsx";
import { Board } from "#web/features/tasks/board/board.tsx";
import { useMovedCards } from "#web/features/tasks/board/move-tasks.api.ts";
import {
  allProducts,
  organizationBoardQuery,
  useMoveAcross,
} from "#web/features/tasks/board/organization-board.api.ts";
import type { OrganizationBoard } from "#web/features/tasks/board/organization-board.api.ts";
import { filterSearch, noFilter, parseFilter } from "#web/features/tasks/filter/task-filter.ts";
import { countLanes } from "#web/features/tasks/tasks.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Button } from "#web/ui/action/button.tsx";
import { FilterField } from "#web/ui/form/filter-field.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));

const any = "any";

interface BoardSearch {
  text: string;
  /** Slug of a product. */
  product: string | null;
  assignee: string | null;
}

/** /o/:organizationId/tasks, with the filter. */
export function OrganizationTasksScreen() {
  const organization = useOrganization();
  const { organizationId = "" } = useRouteParams();
  usePageTitle("Tasks", organization.name);
  const search = useSearchParams();
  const { text, assignee } = parseFilter(search);
  const product = search.product ?? null;
  const navigate = useNavigate();
  const onSearch = (change: Partial<BoardSearch>) => {
    const next = { text, product, assignee, ...change };
    void navigate({
      to: href("organizationTasks", { organizationId }),
      search: {
        ...filterSearch({ ...noFilter, text: next.text, assignee: next.assignee }),
        ...(next.product ? { product: next.product } : {}),
      },
      // Each letter would else be a step back.
      replace: true,
    });
  };
  return (
    <ProductsBoard
      organization={organization}
      organizationId={organizationId}
      search={{ text, product, assignee }}
      onSearch={onSearch}
    />
  );
}

interface ProductsBoardProps {
  organization: Organization;
  organizationId: string;
  search: BoardSearch;
  onSearch: (change: Partial<BoardSearch>) => void;
}

function ProductsBoard({ organization, organizationId, search, onSearch }: ProductsBoardProps) {
  const { text, product, assignee } = search;
  const [isArchiveOpen, setIsArchiveOpen] = useState(false);
  // Names of the products are in every answer, so that the one of the address is found with the first.
  const names = useQuery(
    organizationBoardQuery(organizationId, { hasArchived: false, projectId: null, assignee: null }),
  );
  const products = names.data?.products ?? [];
  const projectId = products.find(({ slug }) => slug === product)?.projectId ?? null;
  const query = useQuery(organizationBoardQuery(organizationId, { hasArchived: isArchiveOpen, projectId, assignee }));
  const cards = useMovedCards(allProducts(organizationId), query.data?.cards ?? []);
  const { mutateAsync } = useMoveAcross(organizationId, cards);
  const clear = () => onSearch({ text: "", product: null, assignee: null });
  return (
    <div className="flex h-[calc(100dvh-6.5rem)] min-h-120 flex-none flex-col md:h-[calc(100dvh-3rem)]">
      <FollowProducts organization={organization} products={products} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 pb-2 md:px-6">
        <h1 tabIndex={-1} className="w-full text-xl font-semibold">
          Tasks
        </h1>
        <BoardFilter organizationId={organizationId} products={products} search={search} onSearch={onSearch} />
      </div>
      {query.isError && !query.data && (
        <div className="p-4 md:p-6">
          <ErrorState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isPending && <BoardPlaceholder />}
      {query.data && (
        <ShownBoard
          isFiltering={text.trim() !== "" || projectId !== null || assignee !== null}
          isShown={(card) => matchesFilters(card, { text: text.trim() })}
          board={query.data}
          cards={cards}
          organizationId={organizationId}
          onMove={mutateAsync}
          isArchiveOpen={isArchiveOpen}
          onOpenArchive={() => setIsArchiveOpen(true)}
          onClear={clear}
        />
      )}
    </div>
  );
}

type Cards = OrganizationBoard["cards"];

interface ShownBoardProps {
  board: OrganizationBoard;
  /** With the moves that are on their way. */
  cards: readonly Cards[number][];
  organizationId: string;
  isFiltering: boolean;
  isShown: (card: Cards[number]) => boolean;
  onMove: ReturnType<typeof useMoveAcross>["mutateAsync"];
  isArchiveOpen: boolean;
  onOpenArchive: () => void;
  onClear: () => void;
}

function ShownBoard(props: ShownBoardProps) {
  const { board, cards, organizationId, isFiltering, isShown, onMove, onClear, ...archive } = props;
  const totals = countLanes(board, cards);
  const isEmpty = Object.values(totals).every((total) => total === 0);
  if (isEmpty || (isFiltering && !cards.some(isShown))) {
    return (
      <div className="px-4 pt-4 md:px-6">
        {isFiltering ? (
          <EmptyState
            title="No task fits"
            text="Another word, product or person may."
            action={<Button onClick={onClear}>Clear filter</Button>}
          />
        ) : (
          <EmptyState
            icon={<KanbanIcon className="size-5" />}
            title="No tasks yet"
            text="Tasks of all products of this organization come together here"
          />
        )}
      </div>
    );
  }
  const byId = new Map(board.products.map((one) => [one.projectId, one]));
  return (
    <Board
      project={null}
      productOf={({ projectId }) => {
        const one = byId.get(projectId);
        return { key: { organizationId, projectId: one?.slug ?? projectId }, name: one?.name ?? "" };
      }}
      renderRun={renderRun}
      mover={{ move: onMove, hasPlaces: false }}
      cards={cards}
      isShown={isShown}
      onlyState={null}
      totals={totals}
      {...archive}
    />
  );
}

function BoardFilter(props: Omit<ProductsBoardProps, "organization"> & { products: OrganizationBoard["products"] }) {
  const { organizationId, products, search, onSearch } = props;
  const { items: members } = useAllPages((page) => membersQuery(organizationId, { page, query: "" }));
  const productOptions = products.map(({ slug, name }) => ({ value: slug, label: name }));
  const memberOptions = members.map(({ user }) => ({ value: user.userId, label: displayName(user) }));
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <FilterField label="Filter tasks" value={search.text} onValueChange={(text) => onSearch({ text })} />
      <div className="flex min-w-0 gap-2 max-sm:w-full [&>*]:min-w-0 [&>*]:flex-1 sm:[&>*]:w-44">
        <Suspense>
          <Select
            label="Product"
            isLabelHidden
            options={[{ value: any, label: "All products" }, ...productOptions]}
            value={search.product ?? any}
            onValueChange={(product) => onSearch({ product: product === any ? null : product })}
          />
          <Select
            label="Assignee"
            isLabelHidden
            options={[{ value: any, label: "Everybody" }, ...memberOptions, { value: "none", label: "Nobody" }]}
            value={search.assignee ?? any}
            onValueChange={(assignee) => onSearch({ assignee: assignee === any ? null : assignee })}
          />
        </Suspense>
      </div>
    </div>
  );
}
