import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { BlockRules } from "./block-rules.ts";
import type { ExpandedResources } from "./expand-resources.ts";

/** A block with routes in it, and what is around it. */
export interface RouteBlock {
  rules: BlockRules;
  /** Key of the router that they are added to. */
  router: string;
  path: string;
  /** The resources around it; null where it is in none. */
  resources: ExpandedResources | null;
  /** Where paths of single ones begin; null where resources are not shallow. */
  shallow: string | null;
  /** In front of the names of handlers. */
  modules: readonly string[];
  controller: string | null;
  /** Options that all calls in it have. */
  options: ReadonlyMap<string, SyntaxNode>;
  /** Whether it depends on what is so while the program runs. */
  isPartly: boolean;
  /** What the blocks around it call their router. */
  receivers: ReadonlySet<string>;
  /** What lets only some through; grows with the statements of the block. */
  guards: { name: string; line: number }[];
}

export function openBlock(router: string, rules: BlockRules): RouteBlock {
  return {
    rules,
    router,
    path: "",
    resources: null,
    shallow: null,
    modules: [],
    controller: null,
    options: new Map(),
    isPartly: false,
    receivers: new Set(),
    guards: [],
  };
}

/** A block within that one. */
export function within(block: RouteBlock, change: Partial<RouteBlock>): RouteBlock {
  return { ...block, guards: [...block.guards], ...change };
}

/** A slash between both; one at the end is kept. */
export function below(prefix: string, path: string): string {
  if (path === "" || path === "/") return prefix;
  return `${prefix.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}
