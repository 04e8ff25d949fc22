import { serviceTypes } from "@cairn/contract/services";

import type { NamedService } from "#web/features/services/taken-names.ts";

import { formLabel } from "./canvas-node.ts";
import type { CanvasNode } from "./canvas-node.ts";

type Named = Pick<CanvasNode, "nodeId" | "name" | "form" | "detail">;

/** The services on the canvas other than this one, with where their code is. */
export function listOtherServices(nodes: readonly Named[], nodeId: string): NamedService[] {
  const isService = ({ form }: Named) => serviceTypes.some((type) => type === form);
  return nodes
    .filter((one) => one.nodeId !== nodeId && isService(one))
    .map(({ name, detail }) => ({ name, place: detail }));
}

/** The name of a node; where another one has it too, also where its code is, or what it is. */
export function nameApart(node: Named, nodes: readonly Named[]): string {
  const read = ({ name }: Named) => name.toLowerCase();
  const isAlone = nodes.every((one) => one.nodeId === node.nodeId || read(one) !== read(node));
  return isAlone ? node.name : `${node.name} (${node.detail ?? `${formLabel(node.form)} without code`})`;
}
