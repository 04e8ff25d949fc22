import { derivedEdgeTexts } from "@cairn/contract/architecture";
import type { ServiceModule, ServiceModules } from "@cairn/contract/architecture-modules";
import type { CodeLocation } from "@cairn/contract/code-graph";

import type { CanvasNode } from "./canvas-node.ts";
import { inSentence } from "./name-text.ts";
import type { OpenedService } from "./open-edges.ts";

/** A connection of a module in words, with the lines that show it. */
export interface ModuleLine {
  key: string;
  /** "calls api", of one that begins elsewhere "web imports code of it". */
  text: string;
  count: number;
  places: readonly CodeLocation[];
}

/** A module with what it uses, and what uses it. */
export interface ListedModule {
  module: ServiceModule;
  uses: ModuleLine[];
  usedBy: ModuleLine[];
}

/** The modules of a service in their order. `nodes` are those of the architecture. */
export function listModules(
  { modules, connections }: Pick<ServiceModules, "modules" | "connections">,
  nodes: readonly Pick<CanvasNode, "graphId" | "name">[],
): ListedModule[] {
  const names = new Map([
    ...nodes.map(({ graphId, name }) => [graphId ?? "", name] as const),
    ...modules.map(({ moduleId, name }) => [moduleId, name] as const),
  ]);
  const describe = ({ sourceId, targetId, derived }: ServiceModules["connections"][number], isUse: boolean) => {
    const verbs = derived.kinds.map((kind) => derivedEdgeTexts[kind]).join(" and ");
    const other = names.get(isUse ? targetId : sourceId);
    if (other === undefined) return [];
    const text = isUse ? `${verbs} ${inSentence(other)}` : `${inSentence(other)} ${verbs} it`;
    const places = derived.evidence.map(({ place }) => place);
    return [{ key: `${sourceId} ${targetId}`, text, count: derived.count, places }];
  };
  return modules.map((module) => ({
    module,
    uses: connections
      .filter(({ sourceId }) => sourceId === module.moduleId)
      .toSorted((a, b) => b.derived.count - a.derived.count)
      .flatMap((connection) => describe(connection, true)),
    usedBy: connections
      .filter(({ targetId }) => targetId === module.moduleId)
      .toSorted((a, b) => b.derived.count - a.derived.count)
      .flatMap((connection) => describe(connection, false)),
  }));
}

/** A module of those that are open, with its service. */
export interface ChosenModule {
  service: OpenedService;
  module: ServiceModule;
}

/** The module that is selected; null where none is. */
export function findModule(services: readonly OpenedService[], selectedId: string | null): ChosenModule | null {
  for (const service of services) {
    const module = service.loaded.modules.find(({ moduleId }) => moduleId === selectedId);
    if (module) return { service, module };
  }
  return null;
}
