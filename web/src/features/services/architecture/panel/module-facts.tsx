import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { listModules } from "#web/features/services/architecture/model/list-modules.ts";
import type { ChosenModule } from "#web/features/services/architecture/model/list-modules.ts";
import { countFiles } from "#web/features/services/architecture/model/opened.ts";
import { Button } from "#web/ui/action/button.tsx";

import { EvidenceList } from "./evidence-list.tsx";
import { ModuleLines } from "./module-lines.tsx";

interface ModuleFactsProps {
  project: ProjectKey;
  chosen: ChosenModule;
  nodes: readonly CanvasNode[];
  onOpen: (id: string) => void;
}

/** A module of a service that is open: where it lies, what it uses and what uses it. Nothing of it can be edited. */
export function ModuleFacts({ project, chosen: { service, module }, nodes, onOpen }: ModuleFactsProps) {
  const { uses = [], usedBy = [] } =
    listModules(service.loaded, nodes).find((one) => one.module.moduleId === module.moduleId) ?? {};
  const lists = [
    { title: "Uses", lines: uses },
    { title: "Used by", lines: usedBy },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div>
        <p dir="auto" className="text-base font-medium wrap-anywhere text-ink">
          {module.name}
        </p>
        <p className="mt-1 text-ink-2">
          Module of {service.node.name} · {countFiles(module.files)}
        </p>
        <p className="mt-1 font-mono text-xs wrap-anywhere text-ink-3">/{module.path}</p>
      </div>
      <EvidenceList project={project} label="Where it begins" places={[module.place]} />
      {lists.map(({ title, lines }) => (
        <section key={title} aria-label={title} className="border-t border-line-subtle pt-4">
          <h3 className="font-medium text-ink">{title}</h3>
          <ModuleLines project={project} moduleName={module.name} lines={lines} most={3} />
        </section>
      ))}
      {lists.length === 0 && <p className="text-ink-3">The code connects it with no other module or service.</p>}
      <Button size="sm" className="self-start" onClick={() => onOpen(service.node.nodeId)}>
        Settings of {service.node.name}
      </Button>
    </div>
  );
}
