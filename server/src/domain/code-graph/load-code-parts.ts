import type { CodeIndex, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { SchemaFact } from "#server/code-index/ports/facts.ts";
import { listSchemas } from "#server/engine/facts/code/table-schemas.ts";

/** The endpoints and data models of a commit. */
export interface CodeParts {
  endpoints: { path: string; endpoint: IndexedEndpoint }[];
  models: { path: string; schema: SchemaFact }[];
}

/** Files read between two turns of the event loop. */
const filesAtOnce = 100;

const known = new WeakMap<CodeIndex, Promise<CodeParts>>();

/** Read once for each index: it reads the facts of every file that declares any. */
export async function loadCodeParts(index: CodeIndex): Promise<CodeParts> {
  const before = known.get(index);
  if (before) return await before;
  const reading = readAll(index);
  known.set(index, reading);
  // After a failure the next call tries again.
  reading.catch(() => known.delete(index));
  return await reading;
}

async function readAll(index: CodeIndex): Promise<CodeParts> {
  const parts: CodeParts = { endpoints: [], models: [] };
  const listed = new Set(["source", "config", "data"]);
  const schemas = listSchemas(index);
  const serving = new Set(index.servingFiles());
  const files = index.files().filter(({ path, kind }) => listed.has(kind) && (serving.has(path) || schemas.has(path)));
  for (const [at, { path }] of files.entries()) {
    if (at % filesAtOnce === filesAtOnce - 1) await new Promise(setImmediate);
    if (serving.has(path)) for (const endpoint of index.endpointsOf(path)) parts.endpoints.push({ path, endpoint });
    for (const schema of schemas.get(path) ?? []) parts.models.push({ path, schema });
  }
  return parts;
}
