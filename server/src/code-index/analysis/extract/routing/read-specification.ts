import type { SpecifiedOperation } from "#server/code-index/ports/facts.ts";

/** Whether a text in YAML describes an HTTP interface whose operations have names, from which code may be generated. */
export function isSpecification(text: string): boolean {
  return /^(?:openapi|swagger)\s*:/m.test(text) && text.includes("operationId:");
}

const maxOperations = 5_000;
const keyLine = /^(\s*)(?:- +)?["']?([\w/{}.$~:@*+-]+?)["']?\s*:(?:\s+(.*))?$/;
const verb = /^(?:get|post|put|patch|delete|head|options)$/;

/** The operations of an OpenAPI document, read by its indentation: documents of this kind are long and plain. */
export function readSpecification(text: string): SpecifiedOperation[] {
  const found: SpecifiedOperation[] = [];
  let [isPaths, path, method, indent, tag, base] = [false, "", "", 0, "", ""];
  for (const [at, line] of text.split("\n").entries()) {
    const [, space = "", key = "", given = ""] = keyLine.exec(line.trimEnd()) ?? [];
    const value = given.replace(/(?:^|\s)#.*$/, "").replaceAll(/^["']|["']$/g, "");
    const depth = space.length;
    if (key === "") {
      const listed = /^\s*-\s*["']?([\w .&-]+?)["']?\s*$/.exec(line)?.[1];
      if (tag === "?" && listed !== undefined) tag = listed;
      continue;
    }
    if (depth === 0) isPaths = key === "paths";
    if (key === "basePath" && depth === 0) base = value;
    if (key === "url" && !isPaths && base === "") base = value.replace(/^\w+:\/\/[^/]*/, "");
    if (!isPaths || depth === 0) continue;
    if (key.startsWith("/")) [path, method, tag] = [key, "", ""];
    else if (verb.test(key) && path !== "" && value === "" && (method === "" || depth <= indent))
      [method, indent, tag] = [key, depth, ""];
    else if (method !== "" && key === "tags" && depth > indent)
      tag = /^\[\s*["']?([^"',\]]+)/.exec(value)?.[1]?.trim() ?? "?";
    else if (method !== "" && key === "operationId" && depth > indent && found.length < maxOperations)
      found.push({ id: value, tag: "", method: method.toUpperCase(), path, line: at + 1 });
    const last = found.at(-1);
    if (last?.path === path && last.method === method.toUpperCase() && tag !== "?") last.tag ||= tag;
  }
  // Whether what is generated stands below it depends on how it is generated.
  return base === "" || base === "/" ? found : found.map((one) => ({ ...one, isBelow: true as const }));
}
