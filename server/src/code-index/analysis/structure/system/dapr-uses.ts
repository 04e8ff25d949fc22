import { technologyNamed } from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import type { DaprComponent, DaprUse, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";
import type { SystemEdge, SystemSource } from "#server/code-index/ports/system.ts";

import type { ClientUse } from "./client-use.ts";
import type { CodeOwners } from "./code-owners.ts";
import { noSetting, type NodesByName } from "./connect-nodes.ts";
import { isAside } from "./side-code.ts";
import type { SystemBuilder } from "./system-builder.ts";

interface PlacedComponent extends DaprComponent {
  path: string;
}

interface ComponentUse {
  component: PlacedComponent;
  ids: readonly string[];
  source: SystemSource;
  how: SystemEdge["how"];
  certainty: SystemEdge["certainty"];
  isShared: boolean;
}

/**
 * Connects processes to what they reach through Dapr where a component names a host that runs; the others come back as uses of
 * their technology. A process uses a component that is opened to it alone, and one that its code asks for: by the
 * component's name, or where all components of that kind lead to the same.
 */
export function daprUses(
  deployments: ReadonlyMap<string, DeploymentFacts>,
  { builder, names, owners }: { builder: SystemBuilder; names: NodesByName; owners: CodeOwners },
): ClientUse[] {
  const components = placedComponents(deployments);
  if (components.length === 0) return [];
  const uses = [...scopedUses(components, names), ...codeUses(deployments, { components, names, owners })];
  return uses.flatMap((use): ClientUse[] => {
    const { component, ids, source, how, certainty, isShared } = use;
    const target = names.get(component.host ?? "");
    const technology = technologyNamed(component.technology);
    if (target === undefined)
      return technology === null ? [] : [{ technology, source, ids, certainty, isShared, isPackage: false }];
    for (const from of ids) if (from !== target.id) builder.connect({ from, to: target.id, how, certainty, source });
    return [];
  });
}

function placedComponents(deployments: ReadonlyMap<string, DeploymentFacts>): PlacedComponent[] {
  return [...deployments].flatMap(([path, { dapr }]) =>
    noSetting.test(path) || isAside(path) ? [] : (dapr?.components ?? []).map((one) => ({ ...one, path })),
  );
}

function scopedUses(components: readonly PlacedComponent[], names: NodesByName): ComponentUse[] {
  return components.flatMap((component): ComponentUse[] => {
    const ids = scopeOf(component, names);
    const source = { path: component.path, startLine: component.line, endLine: component.line };
    const how = "connection-setting";
    return ids.length === 0 ? [] : [{ component, ids, source, how, certainty: "resolved", isShared: false }];
  });
}

/** The processes that a component is opened to alone; none where it is opened to all. */
function scopeOf({ scopes }: DaprComponent, names: NodesByName): string[] {
  return scopes.flatMap((scope) => names.get(scope.toLowerCase())?.id ?? []);
}

function codeUses(
  deployments: ReadonlyMap<string, DeploymentFacts>,
  known: { components: readonly PlacedComponent[]; names: NodesByName; owners: CodeOwners },
): ComponentUse[] {
  const { components, names, owners } = known;
  return [...deployments].flatMap(([path, { dapr }]) => {
    const uses = dapr?.uses ?? [];
    if (uses.length === 0 || noSetting.test(path) || isAside(path)) return [];
    const { ids, isShared, isSure, isReached } = owners.of(path);
    if (!isReached) return [];
    return uses.flatMap((use): ComponentUse[] => {
      const component = componentOf(use, components);
      // Whom a component is opened to is told already, and nobody else reaches it.
      if (component === null || scopeOf(component, names).length > 0) return [];
      const source = { path, startLine: use.line, endLine: use.line };
      return [{ component, ids, source, how: "client", certainty: isSure ? "resolved" : "partly", isShared }];
    });
  });
}

/** The one that is asked for by its name; else one of those of its kind where all of them lead to the same. */
function componentOf({ block, name }: DaprUse, components: readonly PlacedComponent[]): PlacedComponent | null {
  const ofBlock = components.filter((one) => one.block === block);
  const meant = name === null ? ofBlock : ofBlock.filter((one) => one.name === name);
  const [first] = meant;
  const isOne = meant.every((one) => one.technology === first?.technology && one.host === first.host);
  return first !== undefined && isOne ? first : null;
}
