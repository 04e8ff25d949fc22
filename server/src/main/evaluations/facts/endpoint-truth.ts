import { parse } from "yaml";
import { z } from "zod";

import { endpointKey } from "./endpoint-key.ts";
import type { FactTruth, ReadText } from "./truth.ts";

const document = z.object({
  openapi: z.string().optional(),
  swagger: z.union([z.string(), z.number()]).optional(),
  basePath: z.string().optional(),
  servers: z.array(z.object({ url: z.string() })).optional(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const methods = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);
const name = /(?:^|\/)(?:[\w.-]*(?:openapi|swagger)[\w.-]*|api|spec|v\d+)\.(?:json|ya?ml)$/i;
const aside = /(?:^|\/)(?:node_modules|vendor|tests?|fixtures?|i18n|examples?)\//i;
const maxDocumentLength = 20_000_000;

/** The endpoints that OpenAPI and Swagger documents of a repository list, with the path of their server in front. */
export async function loadEndpointTruth(paths: readonly string[], read: ReadText): Promise<FactTruth | null> {
  const files: string[] = [];
  const keys = new Set<string>();
  for (const path of paths.filter((one) => name.test(one) && !aside.test(one))) {
    const found = parseDocument((await read(path)) ?? "");
    if (found.length === 0) continue;
    files.push(path);
    for (const key of found) keys.add(key);
  }
  return files.length === 0 ? null : { kind: "endpoints", files, keys };
}

function parseDocument(text: string): string[] {
  if (text.length > maxDocumentLength) return [];
  const { success, data } = document.safeParse(parseText(text));
  if (!success || (data.openapi ?? data.swagger) === undefined) return [];
  const base = data.basePath ?? pathOf(data.servers?.[0]?.url ?? "");
  return Object.entries(data.paths).flatMap(([path, operations]) =>
    Object.keys(operations).flatMap((method) => (methods.has(method) ? [endpointKey(method, `${base}/${path}`)] : [])),
  );
}

function parseText(text: string): unknown {
  try {
    return text.trimStart().startsWith("{") ? JSON.parse(text) : parse(text, { maxAliasCount: 1000 });
  } catch {
    return null;
  }
}

/** A server may be given as an address or as a path alone. */
function pathOf(url: string): string {
  return url.replace(/\{[^}]*\}/g, "").replace(/^\w*:\/\/[^/]*/, "");
}
