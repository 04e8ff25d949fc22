import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { serviceModulesQuery } from "#web/features/services/architecture/architecture.api.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { listModules } from "#web/features/services/architecture/model/list-modules.ts";
import type { ListedModule } from "#web/features/services/architecture/model/list-modules.ts";
import { countFiles } from "#web/features/services/architecture/model/opened.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { ModuleLines } from "./module-lines.tsx";

const shownCount = 8;

interface NodeModulesProps {
  project: ProjectKey;
  serviceId: string;
  nodes: readonly CanvasNode[];
  /** Shows them in the picture, or puts them away again; null where there is no picture. */
  showing: { isOpen: boolean; onToggle: () => void } | null;
}

/** The modules of the service that is selected, and what connects them. */
export function NodeModules({ project, serviceId, nodes, showing }: NodeModulesProps) {
  const loading = useQuery(serviceModulesQuery(project, serviceId));
  const [isWhole, setIsWhole] = useState(false);
  const modules = loading.data ? listModules(loading.data, nodes) : [];
  const shown = isWhole ? modules : modules.slice(0, shownCount);
  if (loading.isError && !loading.data) {
    return <InlineError message={errorMessage(loading.error)} onRetry={() => void loading.refetch()} />;
  }
  // A service without code that was read has none, and most of the time nobody waits for it.
  if (modules.length === 0) return null;
  return (
    <section aria-label="Modules" className="flex flex-col gap-3 border-t border-line-subtle pt-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-ink">Modules</h3>
        {showing && (
          <Button size="sm" variant="ghost" aria-pressed={showing.isOpen} onClick={showing.onToggle}>
            {showing.isOpen ? "Close on the canvas" : "Open on the canvas"}
          </Button>
        )}
      </div>
      <ModuleList project={project} modules={shown} />
      {modules.length > shown.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setIsWhole(true)}>
          Show all {modules.length}
        </Button>
      )}
    </section>
  );
}

function ModuleList({ project, modules }: { project: ProjectKey; modules: readonly ListedModule[] }) {
  return (
    <ul aria-label="Modules" className="flex flex-col rounded-lg border border-line bg-surface-2">
      {modules.map(({ module: { moduleId, name, files }, uses }) => (
        <li key={moduleId} className="border-t border-line-subtle px-3 py-2 text-sm first:border-t-0">
          <p className="flex items-baseline gap-2">
            <span dir="auto" className="min-w-0 flex-1 font-mono text-xs wrap-anywhere text-ink">
              {name}
            </span>
            <span className="shrink-0 text-xs text-ink-3">{countFiles(files)}</span>
          </p>
          <ModuleLines project={project} moduleName={name} lines={uses} most={1} />
        </li>
      ))}
    </ul>
  );
}
