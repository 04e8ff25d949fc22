import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";
import { useRef, useState } from "react";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { Button } from "#web/ui/action/button.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { ScopeSelect } from "./scope-select.tsx";
import { SearchForm } from "./search-form.tsx";
import { SearchHints } from "./search-hints.tsx";
import { SearchResults } from "./search-results.tsx";
import type { SearchState } from "./search-state.ts";
import { isRefused } from "./search.api.ts";
import type { SearchScope } from "./search.api.ts";
import { useSearchState } from "./use-search-state.ts";
import { useSearch } from "./use-search.ts";

const fewFiles = 50;
const manyFiles = 200;

interface SearchViewProps {
  project: ProjectKey;
  /** Its id, and not the slug of the address. */
  productId: string;
  productName: string;
  services: readonly Service[];
  /** Renders the branch selector of a repository. */
  renderBranch: (branch: {
    repositorySlug: string;
    branchName: string;
    onBranch: (branchName: string) => void;
  }) => ReactNode;
}

/** The search form with its results. */
export function SearchView({ project, productId, productName, services, renderBranch }: SearchViewProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const { state, typed, setTyped, change } = useSearchState();
  const { items: repositories, isComplete, failure } = useAllPages((page) => repositoriesQuery(project, page));
  const repository = repositories.find(({ slug }) => slug === state.repositorySlug);
  const isScopeMissing =
    (state.repositorySlug !== null && !repository && isComplete) ||
    (state.serviceId !== null && !services.some(({ serviceId }) => serviceId === state.serviceId));
  const [manyFor, setManyFor] = useState<string | null>(null);
  const isMany = manyFor === state.text;
  const outcome = useSearch({
    project,
    productId,
    state,
    scope: isScopeMissing ? null : buildScope(state, repository),
    maxFiles: isMany ? manyFiles : fewFiles,
  });
  const { error, isFetching } = outcome;
  return (
    <div className="flex flex-col gap-5">
      <SearchForm
        state={state}
        typed={typed}
        onTyped={setTyped}
        onChange={change}
        error={isRefused(error) && !isFetching ? errorMessage(error) : undefined}
        inputRef={inputRef}
        onDown={() => document.querySelector<HTMLElement>("[data-found] [data-hit]")?.focus()}
        scope={
          <>
            <ScopeSelect
              state={state}
              productName={productName}
              services={services}
              repositories={repositories}
              onChange={change}
            />
            {repository &&
              renderBranch({
                repositorySlug: repository.slug,
                branchName: state.branch ?? repository.mainBranch,
                onBranch: (branch) => change({ branch: branch === repository.mainBranch ? null : branch }),
              })}
          </>
        }
      />
      {state.repositorySlug !== null && !repository && failure ? (
        <InlineError {...failure} />
      ) : isScopeMissing ? (
        <EmptyState
          title="Not in this product"
          text="The service or repository to search may have been deleted."
          action={<Button onClick={() => change(wholeProduct)}>Search the whole product</Button>}
        />
      ) : state.text.trim() === "" && (state.mode === "best" || state.text === "") ? (
        <SearchHints mode={state.mode} />
      ) : (
        <SearchResults
          project={project}
          state={state}
          outcome={outcome}
          inputRef={inputRef}
          onMore={isMany || state.mode === "best" ? undefined : () => setManyFor(state.text)}
        />
      )}
    </div>
  );
}

const wholeProduct = { serviceId: null, repositorySlug: null, branch: null };

/** The scope of the request; null while the repository of the address is still loading. */
function buildScope(state: SearchState, repository: Repository | undefined): SearchScope | null {
  if (state.repositorySlug !== null) {
    return repository
      ? { repositoryId: repository.repositoryId, ...(state.branch ? { branch: state.branch } : {}) }
      : null;
  }
  return state.serviceId ? { serviceId: state.serviceId } : {};
}
