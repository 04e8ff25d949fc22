import { extractFacts } from "#server/code-index/analysis/extract/extract-facts.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";

/** Facts of a text as if it stood at the path. */
export async function factsOf(path: string, text: string): Promise<FileFacts> {
  return extractFacts({ path, bytes: Buffer.from(text) });
}

/** "kind parent.name first-last", "exported" behind those that other files can name. */
export async function symbolsOf(path: string, text: string): Promise<string[]> {
  const { symbols } = await factsOf(path, text);
  return symbols.map(({ kind, parent, name, startLine, endLine, isExported }) => {
    const whole = parent === null ? name : `${parent}.${name}`;
    return `${kind} ${whole} ${startLine}-${endLine}${isExported ? " exported" : ""}`;
  });
}

/** "METHOD path handler first-last". */
export async function endpointsOf(path: string, text: string): Promise<string[]> {
  const { endpoints } = await factsOf(path, text);
  return endpoints.map((one) => `${one.method} ${one.path} ${one.handler} ${one.startLine}-${one.endLine}`);
}

/** "kind name first-last", then each field as "name: type", then "-> name" for each schema it refers to. */
export async function schemasOf(path: string, text: string): Promise<string[]> {
  const { schemas } = await factsOf(path, text);
  return schemas.flatMap(({ kind, name, startLine, endLine, fields, references }) => [
    `${kind} ${name} ${startLine}-${endLine}`,
    ...fields.map((field) => `  ${field.name}: ${field.type}`),
    ...references.map((target) => `  -> ${target}`),
  ]);
}

/** "line specifier", the imported names in brackets behind it. */
export async function importsOf(path: string, text: string): Promise<string[]> {
  const { imports } = await factsOf(path, text);
  return imports.map(({ line, specifier, names }) =>
    names.length === 0 ? `${line} ${specifier}` : `${line} ${specifier} (${names.join(", ")})`,
  );
}
