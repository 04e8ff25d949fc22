import type { ItemLocation } from "@cairn/contract/plans";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";
import { handOnFocus } from "#web/ui/list/hand-on-focus.ts";

const shownAtOnce = 3;

interface ItemLocationsProps {
  project: ProjectKey;
  locations: readonly ItemLocation[];
  /** Gets those that stay; null where they cannot be changed now. */
  onLocations: ((locations: ItemLocation[]) => void) | null;
}

/** Files that a proposed task is expected to touch, the best first. */
export function ItemLocations({ project, locations, onLocations }: ItemLocationsProps) {
  const first = locations.slice(0, shownAtOnce);
  const others = locations.slice(shownAtOnce);
  const onRemove =
    onLocations && ((removed: ItemLocation) => onLocations(locations.filter((location) => location !== removed)));
  return (
    <>
      <LocationLinks project={project} locations={first} onRemove={onRemove} />
      {others.length > 0 && (
        <details className="text-xs text-ink-3">
          <summary className="w-fit cursor-pointer py-1">{others.length} more</summary>
          <LocationLinks project={project} locations={others} onRemove={onRemove} />
        </details>
      )}
    </>
  );
}

interface LocationLinksProps {
  project: ProjectKey;
  locations: readonly ItemLocation[];
  onRemove: ((location: ItemLocation) => void) | null;
}

function LocationLinks({ project, locations, onRemove }: LocationLinksProps) {
  const repositories = useQuery(repositoriesQuery(project)).data?.content ?? [];
  return (
    <ul className="flex flex-col gap-1">
      {locations.map((location) => {
        const repository = repositories.find(({ repositoryId }) => repositoryId === location.repositoryId);
        const name = <span className="font-mono text-xs wrap-anywhere">{nameOf(location)}</span>;
        return (
          <li
            key={`${location.repositoryId} ${location.path}`}
            className="flex min-w-0 items-start justify-between gap-1"
          >
            {repository ? (
              <Link
                {...addressOf(project, location, repository)}
                className="min-w-0 rounded-sm text-ink-2 hover:text-ink hover:underline"
              >
                {name}
              </Link>
            ) : (
              name
            )}
            {onRemove && (
              <IconButton
                size="sm"
                label={`Remove ${location.path}`}
                className="-my-1"
                icon={<XIcon className="size-3.5" />}
                onClick={({ currentTarget }) => {
                  handOnFocus(currentTarget);
                  onRemove(location);
                }}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function nameOf({ path, symbol, startLine, endLine }: ItemLocation): string {
  const lines = startLine === null ? "" : startLine === endLine ? `:${startLine}` : `:${startLine}-${endLine}`;
  return `${path}${lines}${symbol === null ? "" : ` ${symbol}`}`;
}

function addressOf(
  project: ProjectKey,
  { path, startLine: start, endLine: end }: ItemLocation,
  { slug: repositorySlug, mainBranch: branchName }: { slug: string; mainBranch: string },
): { href: string; hash?: string } {
  const address = { href: href("repositoryFile", { ...project, repositorySlug, branchName, _splat: path }) };
  return start === null || end === null ? address : { ...address, hash: lineHash({ start, end }) };
}
