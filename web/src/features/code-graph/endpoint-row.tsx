import type { CodeEndpoint } from "@cairn/contract/code-graph";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Badge } from "#web/ui/display/badge.tsx";

import { CodeLink } from "./code-link.tsx";
import { DisclosureRow } from "./disclosure-row.tsx";

/** An endpoint; expands to its handler and callers. */
export function EndpointRow({ project, endpoint }: { project: ProjectKey; endpoint: CodeEndpoint }) {
  const { method, path, handler, place: location, callers } = endpoint;
  const callerCount = `${callers.length} ${callers.length === 1 ? "caller" : "callers"}`;
  return (
    <DisclosureRow
      head={
        <>
          <Badge className="max-w-full font-mono">
            <span className="truncate">{method}</span>
          </Badge>
          <span className="min-w-0 font-mono text-xs wrap-anywhere text-ink">{path}</span>
          {handler && <span className="min-w-0 truncate text-xs text-ink-3">{handler}</span>}
        </>
      }
      meta={callerCount}
    >
      <h3 className="text-xs font-medium text-ink-3">Handled in</h3>
      <CodeLink project={project} location={location} />
      <h3 className="mt-2 text-xs font-medium text-ink-3">Called in</h3>
      {callers.length === 0 ? (
        <p className="py-1 text-sm text-ink-3">No call was found in the code of this product.</p>
      ) : (
        <ul>
          {callers.map((caller) => (
            <li key={`${caller.place.repositoryId}:${caller.place.path}:${caller.place.startLine}`}>
              <CodeLink project={project} location={caller.place} />
              <p className="line-clamp-2 font-mono text-xs leading-5 wrap-anywhere text-(--syn-fg)">
                {caller.text.trim()}
                {caller.confidence === "likely" && <span className="ml-2 font-sans text-ink-3">likely</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </DisclosureRow>
  );
}
