import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { serviceCodeMapQuery } from "#web/features/code-graph/code-graph.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { listModules } from "#web/features/services/architecture/model/list-modules.ts";
import type { ServiceModule } from "#web/features/services/architecture/model/list-modules.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { EvidenceList } from "./evidence-list.tsx";

const shownCount = 8;

/** The modules of the service that is selected, and which of them import which. */
export function NodeModules({ project, serviceId }: { project: ProjectKey; serviceId: string }) {
  const loading = useQuery(serviceCodeMapQuery(project, serviceId));
  const [isWhole, setIsWhole] = useState(false);
  const modules = loading.data ? listModules(loading.data) : [];
  const shown = isWhole ? modules : modules.slice(0, shownCount);
  if (loading.isError && !loading.data) {
    return <InlineError message={errorMessage(loading.error)} onRetry={() => void loading.refetch()} />;
  }
  // A service without code that was read has none, and most of the time nobody waits for it.
  if (modules.length === 0) return null;
  return (
    <section aria-label="Modules" className="flex flex-col gap-3 border-t border-line-subtle pt-4">
      <h3 className="text-sm font-medium text-ink">Modules</h3>
      <ul aria-label="Modules" className="flex flex-col rounded-lg border border-line bg-surface-2">
        {shown.map((module) => (
          <li key={module.key} className="border-t border-line-subtle px-3 py-2 text-sm first:border-t-0">
            <Module project={project} module={module} />
          </li>
        ))}
      </ul>
      {modules.length > shown.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setIsWhole(true)}>
          Show all {modules.length}
        </Button>
      )}
    </section>
  );
}

function Module({ project, module: { name, path, files, uses } }: { project: ProjectKey; module: ServiceModule }) {
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere text-ink">{path || name}</span>
        <span className="shrink-0 text-xs text-ink-3">{files === 1 ? "1 file" : `${files} files`}</span>
      </p>
      {uses.map((used) => (
        <div key={used.name} className="mt-1">
          <p className="wrap-anywhere text-ink-2">
            imports {used.name}
            {used.count > 1 && <span className="text-ink-3"> in {used.count} places</span>}
          </p>
          <EvidenceList
            project={project}
            label={`Lines: ${name} imports ${used.name}`}
            places={used.examples.slice(0, 1)}
          />
        </div>
      ))}
    </>
  );
}
