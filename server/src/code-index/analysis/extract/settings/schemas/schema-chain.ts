import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** `z.coerce.number().default(3)` starts with `z` and has the steps `coerce`, `number` and `default`. */
export interface SchemaChain {
  root: string;
  steps: SchemaStep[];
}

export interface SchemaStep {
  name: string;
  args: readonly SyntaxNode[];
}

const maxSteps = 30;

/** The calls and members that an expression chains, from its start; null for other expressions. */
export function chainOf(view: CodeView, node: SyntaxNode): SchemaChain | null {
  const steps: SchemaStep[] = [];
  let at = view.unwrap(node);
  for (let count = 0; count < maxSteps; count += 1) {
    const call = view.callOf(at);
    const callee = call === null ? at : view.unwrap(call.callee);
    const args = call?.args ?? [];
    const member = view.memberOf(callee);
    if (member === null) {
      const root = view.nameOf(callee);
      if (root === null) return null;
      if (call !== null) steps.push({ name: root, args });
      return { root, steps: steps.toReversed() };
    }
    steps.push({ name: member.name, args });
    at = view.unwrap(member.object);
  }
  return null;
}

const maxConstants = 400;

/** Constants of a file that are chains: parts that its schemas are made of. */
export function chainConstants(view: CodeView): Map<string, SyntaxNode> {
  const { s } = view;
  const found = new Map<string, SyntaxNode>();
  for (let node = 0; node < s.size && found.size < maxConstants; node += 1) {
    for (const { target, value } of view.assignmentsOf(node) ?? []) {
      const name = view.nameOf(target);
      if (name !== null && view.callOf(view.unwrap(value)) !== null) found.set(name, value);
    }
  }
  return found;
}
