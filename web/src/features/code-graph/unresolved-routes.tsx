import type { CodeMap } from "@cairn/contract/code-graph";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { CodeLink } from "./code-link.tsx";
import { DisclosureRow } from "./disclosure-row.tsx";

/** Routes that are in no list because their addresses are not known, and where to look; nothing where there are none. */
export function UnresolvedRoutes({ project, routes }: { project: ProjectKey; routes: CodeMap["unresolvedRoutes"] }) {
  const { count, places } = routes;
  if (count === 0) return null;
  return (
    <section aria-label="Routes without an address" className="rounded-lg border border-line bg-surface-2">
      <DisclosureRow
        head={
          <span className="min-w-0 text-sm text-ink-2">
            {count === 1 ? "1 route has an address" : `${count.toLocaleString("en")} routes have addresses`} that could
            not be read
          </span>
        }
        meta={`${places.length} ${places.length === 1 ? "file" : "files"}`}
      >
        <p className="pb-1 text-sm text-ink-3">
          Nothing in the code shows where their routers are mounted, so they are not listed as endpoints.
        </p>
        <ul>
          {places.map((place) => (
            <li key={`${place.repositoryId}:${place.path}`}>
              <CodeLink project={project} location={place} />
            </li>
          ))}
        </ul>
      </DisclosureRow>
    </section>
  );
}
