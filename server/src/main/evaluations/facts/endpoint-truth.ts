import { posix } from "node:path";

import { parse } from "yaml";
import { z } from "zod";

import { endpointKey } from "./endpoint-key.ts";
import type { FactTruth, ReadText } from "./truth.ts";

const document = z.object({
  openapi: z.string().optional(),
  swagger: z.union([z.string(), z.number()]).optional(),
  basePath: z.string().optional(),
  servers: z.array(z.object({ url: z.string() })).optional(),
  paths: z.record(z.string(), z.unknown()),
});
const reference = z.object({ $ref: z.string() });
const entries = z.record(z.string(), z.unknown());

const methods = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);
const name =
  /(?:^|\/)(?:[\w.-]*(?:openapi|swagger)[\w.-]*|api|spec|schema|v\d+)\.(?:json|ya?ml|snap)$|(?:^|\/)(?:openapi|swagger|api-?docs)\/(?:[\w.-]+\/){0,2}[\w.-]+\.(?:json|ya?ml)$/i;
const aside = /(?:^|\/)(?:node_modules|vendor|tests?(?!\/.*\.snap$)|fixtures?|i18n|examples?)\//i;
const maxDocumentLength = 20_000_000;

/** The endpoints that OpenAPI and Swagger documents of a repository list, with the path of their server in front. */
export async function loadEndpointTruth(paths: readonly string[], read: ReadText): Promise<FactTruth | null> {
  const files: string[] = [];
  const keys = new Set<string>();
  for (const path of paths.filter((one) => name.test(one) && !aside.test(one))) {
    const found = await parseDocument(path, read);
    if (found.length === 0) continue;
    files.push(path);
    for (const key of found) keys.add(key);
  }
  return files.length === 0 ? null : { kind: "endpoints", files, keys };
}

/** Its parts may be in files of their own. */
async function parseDocument(path: string, read: ReadText): Promise<string[]> {
  const { success, data } = document.safeParse(await readPart(path, read));
  if (!success || (data.openapi ?? data.swagger) === undefined) return [];
  const base = data.basePath ?? pathOf(data.servers?.[0]?.url ?? "");
  const keys: string[] = [];
  const listed = entries.safeParse(await follow(data.paths, { path, read }));
  for (const [route, item] of Object.entries(listed.data ?? {})) {
    if (route.includes(templated)) continue;
    const operations = entries.safeParse(await follow(item, { path, read }));
    for (const method of Object.keys(operations.data ?? {}))
      if (methods.has(method)) keys.push(endpointKey(method, `${base}/${route}`));
  }
  return keys;
}

/** What a reference to another file means; the value itself where it is none. */
async function follow(value: unknown, { path, read }: { path: string; read: ReadText }): Promise<unknown> {
  const { success, data } = reference.safeParse(value);
  if (!success || data.$ref.startsWith("#")) return value;
  const [file = "", pointer = ""] = data.$ref.split("#");
  let part = await readPart(posix.join(posix.dirname(path), file), read);
  for (const key of pointer.split("/").filter(Boolean)) {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    part = new Map(Object.entries(entries.safeParse(part).data ?? {})).get(name);
  }
  return part;
}

async function readPart(path: string, read: ReadText): Promise<unknown> {
  const written = (await read(path)) ?? "";
  // Snapshots of tests have some lines of their own above the document.
  const text = path.endsWith(".snap") ? written.replace(/^---\n[^]*?\n---\n/, "") : written;
  return text.length > maxDocumentLength ? null : parseText(text);
}

/** What stands for a part of a template. */
const templated = "TEMPLATED";

/** A document may be a template, of which lines that say something to its engine alone are left out. */
function parseText(text: string): unknown {
  return parseDocumentText(text) ?? (text.includes("{{") ? parseDocumentText(withoutTemplate(text)) : null);
}

function parseDocumentText(text: string): unknown {
  try {
    return text.trimStart().startsWith("{")
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: 1000, uniqueKeys: false });
  } catch {
    return null;
  }
}

function withoutTemplate(text: string): string {
  const lines = text.split("\n").filter((line) => !/^\s{0,200}\{\{.{0,500}\}\}\s{0,20}$/.test(line));
  return lines.map((line) => line.replaceAll(/\{\{[^{}]{0,500}\}\}/g, templated)).join("\n");
}

/** A server may be given as an address or as a path alone. */
function pathOf(url: string): string {
  return url
    .replaceAll(templated, "")
    .replace(/\{[^}]*\}/g, "")
    .replace(/^\w*:\/\/[^/]*/, "");
}
