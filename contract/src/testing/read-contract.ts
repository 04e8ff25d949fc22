import { readdirSync } from "node:fs";

import type { Endpoint } from "../endpoint.ts";

/** Every call of the contract, by its method and path. */
export async function readContract(): Promise<Record<string, Endpoint>> {
  const folder = new URL("..", import.meta.url);
  const names = readdirSync(folder).flatMap((name) => /^([a-z-]+)\.ts$/.exec(name)?.[1] ?? []);
  const modules = await Promise.all(names.map(async (name) => (await import(`../${name}.ts`)) as object));
  const calls = modules.flatMap((module) => Object.values(module) as unknown[]).filter(isEndpoint);
  return Object.fromEntries(calls.map((call) => [`${call.method} ${call.path}`, call]));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "params" in value;
}
