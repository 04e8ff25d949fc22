import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { GitForkIcon } from "@phosphor-icons/react/dist/csr/GitFork";
import { StackIcon } from "@phosphor-icons/react/dist/csr/Stack";

import { SearchSelect } from "#web/ui/form/search-select.tsx";

import type { SearchState } from "./search-state.ts";

interface ScopeSelectProps {
  state: SearchState;
  productName: string;
  services: readonly Service[];
  repositories: readonly Repository[];
  onChange: (change: Partial<SearchState>) => void;
}

const iconClass = "size-4 shrink-0 text-ink-3";

/** Chooses the search scope: the whole product, a service or a repository. */
export function ScopeSelect({ state, productName, services, repositories, onChange }: ScopeSelectProps) {
  const items = [
    { key: "product", label: `All of ${productName}`, icon: <CubeIcon aria-hidden className={iconClass} /> },
    ...services.map(({ serviceId, name }) => ({
      key: `service:${serviceId}`,
      label: name,
      icon: <StackIcon aria-hidden className={iconClass} />,
    })),
    ...repositories.map(({ slug, owner, repo }) => ({
      key: `repository:${slug}`,
      label: owner ? `${owner}/${repo}` : repo,
      icon: <GitForkIcon aria-hidden className={iconClass} />,
    })),
  ];
  const { serviceId, repositorySlug } = state;
  const value = repositorySlug ? `repository:${repositorySlug}` : serviceId ? `service:${serviceId}` : "product";
  const choose = (key: string) => {
    const [kind, rest = ""] = key.split(/:(.*)/s);
    onChange({
      serviceId: kind === "service" ? rest : null,
      repositorySlug: kind === "repository" ? rest : null,
      branch: null,
    });
  };
  return (
    <div className="md:w-60">
      <SearchSelect
        label="Where to search"
        isLabelHidden
        items={items}
        value={items.some(({ key }) => key === value) ? value : "product"}
        onValueChange={choose}
        searchPlaceholder="Search services and repositories"
        emptyText="No service or repository"
      />
    </div>
  );
}
