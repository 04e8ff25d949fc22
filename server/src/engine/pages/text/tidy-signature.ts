import type { SymbolFact } from "../../../code-index/facts.ts";

/** A signature without what every exported declaration has, and without comments that stand inside it. */
export function tidySignature({ signature }: SymbolFact): string {
  return signature
    .replace(/\/\*.*?\*\//g, "")
    .replace(/\/\/\s*(?:eslint|@ts|prettier|biome|oxlint)[\w-]*(?:\s+@?[\w-]+\/[\w/-]+)?/g, "")
    .replace(/^(?:export\s+(?:default\s+)?|public\s+|pub(?:\([\w:]+\))?\s+|declare\s+)+/, "")
    .replace(/:?\s+#\s.*$/, "")
    .replace(/\s*[{:=]\s*$/, "")
    .replace(/([<(])\s+/g, "$1")
    .replace(/,?\s+([)>])/g, "$1")
    .replace(/\s+/g, " ");
}
