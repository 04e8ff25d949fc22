import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { OperationFact } from "#server/code-index/ports/operation-facts.ts";

import { blankText, closingBrace } from "./blank-text.ts";

const maxMethods = 2_000;

/** The services of a protobuf file, and what their options say about HTTP. */
export function parseProto(source: SourceText): OperationFact[] {
  // Patterns of paths hold what begins a comment outside of texts.
  const parts = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  const text = blankText(source.text, parts, (part) => part.startsWith("/"));
  const structure = blankText(text, parts);
  const owner = /^\s*package\s+([\w.]+)\s*;/m.exec(structure)?.[1];
  const found: OperationFact[] = [];
  for (const service of structure.matchAll(/\bservice\s+(\w+)\s*\{/g)) {
    const open = service.index + service[0].length - 1;
    const name = owner === undefined ? service[1] : `${owner}.${service[1] ?? ""}`;
    const pattern = /\brpc\s+(\w+)\s*\([^()]*\)\s*returns\s*\([^()]*\)\s*(\{)?/g;
    pattern.lastIndex = open;
    const end = closingBrace(structure, open);
    // What is not closed would be read to its end for each of its beginnings.
    if (end === structure.length) return found;
    for (let rpc = pattern.exec(structure); rpc !== null && rpc.index < end; rpc = pattern.exec(structure)) {
      if (found.length >= maxMethods) return found;
      const last = rpc.index + rpc[0].length - 1;
      const close = rpc[2] === undefined ? last : closingBrace(structure, last);
      found.push({
        protocol: "grpc",
        method: "RPC",
        isSchema: false,
        name: `/${name ?? ""}/${rpc[1] ?? ""}`,
        handler: `${service[1] ?? ""}.${rpc[1] ?? ""}`,
        http: rpc[2] === undefined ? [] : httpIn(text.slice(last, close)),
        startLine: lineAt(source, rpc.index),
        endLine: lineAt(source, close),
      });
    }
  }
  return found;
}

function httpIn(options: string): OperationFact["http"] {
  const at = options.search(/\(\s*google\.api\.http\s*\)/);
  if (at < 0) return [];
  const found = [...options.slice(at).matchAll(/\b(get|post|put|patch|delete)\s*:\s*"([^"]{1,500})"/g)];
  return found.map(([, method = "", path = ""]) => ({ method: method.toUpperCase(), path: plainTemplate(path) }));
}

/** `{name=boats/*}` stands for the parts that it names. */
function plainTemplate(path: string): string {
  return path.replaceAll(/\{([\w.]+)=([^{}]*)\}/g, (_whole, name: string, pattern: string) =>
    pattern.replaceAll(/\*{1,2}/g, `{${name}}`),
  );
}
