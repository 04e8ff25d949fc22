import type { SymbolFact } from "#server/code-index/ports/facts.ts";

/** A signature without the keywords that every exported declaration has, and without comments inside it. */
export function tidySignature({ signature }: SymbolFact): string {
  return signature
    .replace(/\/\*.*?\*\//g, "")
    .replace(/\/\/\s*(?:eslint|@ts|prettier|biome|oxlint)[\w-]*(?:\s+@?[\w-]+\/[\w/-]+)?/g, "")
    .replace(/^(?:export\s+(?:default\s+)?|public\s+|pub(?:\([\w:]+\))?\s+|declare\s+)+/, "")
    .replace(/:?\s+#\s.*$/, "")
    .replace(/^(defmodule\s+[\w.]+)\s+do\b.*$/, "$1")
    .replace(/\s*[{:=(<]\s*$/, "")
    .replace(/^(?:@\w+(?:\([^()]*\))?\s+)+(?=\w|@interface)/, "")
    .replace(/^(?:export\s+(?:default\s+)?|public\s+|pub(?:\([\w:]+\))?\s+|declare\s+)+/, "")
    .replace(/([<(])\s+/g, "$1")
    .replace(/,?\s+([)>])/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/^(class\s+[\w:]+)\s*<\s*(?=[A-Z][\w:]*$)/, "$1 < ");
}

/** A function as it is called, `name(its, parameters)`, as long as that is short; everything else by its name. */
export function callForm(symbol: SymbolFact, maxLength = 56): string {
  if (symbol.kind !== "function" && symbol.kind !== "method") return symbol.name;
  const signature = tidySignature(symbol);
  const start = signature.indexOf("(", signature.indexOf(symbol.name));
  if (start < 0) return symbol.name;
  let depth = 0;
  let end = start;
  while (end < signature.length) {
    depth += /[([{<]/.test(signature[end] ?? "") ? 1 : /[)\]}]/.test(signature[end] ?? "") ? -1 : 0;
    if (signature[end] === ">" && signature[end - 1] !== "=" && signature[end - 1] !== "-") depth -= 1;
    if (depth === 0) break;
    end += 1;
  }
  const called = `${symbol.name}${signature.slice(start, end + 1)}`;
  return depth === 0 && called.length <= maxLength ? called : `${symbol.name}(…)`;
}
