import { guardParser } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { OperationFacts } from "#server/code-index/ports/operation-facts.ts";

import { operationFrameworks } from "./operation-frameworks.ts";
import { parseProto } from "./parse-proto.ts";
import { mayHoldSchema, parseSdl } from "./parse-sdl.ts";
import { scanOperations } from "./scan-operations.ts";

const schemaLanguages = /^(?:graphql|javascript|typescript|tsx|python|go|java|kotlin|ruby|rust)$/;

/** What a file says about operations of GraphQL and services of gRPC; null where it says nothing. */
export async function extractOperations(whole: WholeTree): Promise<OperationFacts | null> {
  const { source } = whole;
  const { language, text } = source;
  if (language === "protobuf") return kept({ operations: parseProto(source), types: [], roots: [] });
  const isSchema = schemaLanguages.test(language ?? "") && mayHoldSchema.test(text);
  const { operations, groups } = isSchema ? parseSdl(source) : { operations: [], groups: [] };
  const found: OperationFacts = { operations, types: [], roots: [], ...(groups.length > 0 && { groups }) };
  const used = operationFrameworks.filter((one) => one.languages.includes(language ?? "") && one.mentions.test(text));
  const view = used.length === 0 ? null : await whole.view();
  for (const framework of view === null ? [] : used) {
    const { result } = guardParser(() => (view === null ? null : scanOperations(view, framework)));
    if (result === null) continue;
    found.operations.push(...result.operations);
    found.types.push(...result.types.filter(({ bases, fields }) => bases.length + fields.length > 0));
    found.roots.push(...result.roots);
  }
  return kept(found);
}

function kept(facts: OperationFacts): OperationFacts | null {
  return facts.operations.length + facts.types.length + facts.roots.length + (facts.groups?.length ?? 0) === 0
    ? null
    : facts;
}
