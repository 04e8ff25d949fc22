import { brokersAndCaches } from "./brokers-and-caches.ts";
import { dataServices } from "./outside/data-services.ts";
import { identityServices } from "./outside/identity.ts";
import { mailServices } from "./outside/mail.ts";
import { messagingServices } from "./outside/messaging.ts";
import { modelServices } from "./outside/models.ts";
import { monitoringServices } from "./outside/monitoring.ts";
import { payments } from "./outside/payments.ts";
import { storageServices } from "./outside/storage.ts";
import { stores } from "./stores.ts";
import type { Technology } from "./technology.ts";
import { tools } from "./tools.ts";

export const technologies: readonly Technology[] = [
  ...stores,
  ...brokersAndCaches,
  ...payments,
  ...mailServices,
  ...messagingServices,
  ...storageServices,
  ...identityServices,
  ...monitoringServices,
  ...modelServices,
  ...dataServices,
  ...tools,
];

const byName = new Map(technologies.map((one) => [one.name, one]));
const byScheme = new Map(technologies.flatMap((one) => (one.schemes ?? []).map((scheme) => [scheme, one] as const)));
const byPackage = new Map<string, Technology>();
const byPackagePrefix: [string, Technology][] = [];
for (const one of technologies)
  for (const name of one.packages ?? [])
    if (name.endsWith("*")) byPackagePrefix.push([name.slice(0, -1), one]);
    else byPackage.set(name, one);

export function technologyNamed(name: string): Technology | null {
  return byName.get(name) ?? null;
}

/** Programs that look after a store, and are none. */
const besideIt = /[-_](?:exporter|backup|operator)$/;

/** "docker.io/library/postgres:16@sha256:…" is PostgreSQL; null for an image that nobody knows. */
export function technologyOfImage(image: string): Technology | null {
  const name = imageName(image);
  if (besideIt.test(name)) return null;
  // "postgresql-15-c9s" names its version and system too.
  const plain = name.replace(/-\d+(?:-[a-z\d]+)*$/, "");
  return (
    technologies.find(({ images }) => images?.test(name)) ??
    technologies.find(({ images }) => images?.test(plain)) ??
    null
  );
}

/** The last part of an image's name, without its tag, in lower case. */
export function imageName(image: string): string {
  const path = image.replace(/@.*$/, "").toLowerCase();
  const last = path.slice(path.lastIndexOf("/") + 1).replace(/:.*$/, "");
  // "mcr.microsoft.com/mssql/server" and "jaegertracing/all-in-one" name themselves before the slash.
  return last === "server" || last === "all-in-one" ? (path.split("/").at(-2) ?? last) : last;
}

export function technologyOfScheme(scheme: string): Technology | null {
  return byScheme.get(scheme.toLowerCase()) ?? null;
}

/** Settings that say which of several databases a program takes. */
const chooses = /(?:^|_)(?:DB|DATABASE)_?(?:CONNECTION|DRIVER|TYPE|ENGINE|CLIENT|DIALECT|ADAPTER|PROVIDER)$/i;

/** The database of rows that a setting chooses: SQLite of `DB_CONNECTION` with "sqlite". */
export function databaseChosen(name: string, value: string): Technology | null {
  if (!chooses.test(name)) return null;
  const found = technologyOfScheme(value === "pgsql" ? "postgres" : value);
  return found?.isRelational === true ? found : null;
}

export function technologyOfPackage(name: string): Technology | null {
  const lower = name.toLowerCase();
  return byPackage.get(lower) ?? byPackagePrefix.find(([prefix]) => lower.startsWith(prefix))?.[1] ?? null;
}

export function technologyOfAppHostMethod(method: string): Technology | null {
  return technologies.find(({ appHost }) => appHost?.test(method)) ?? null;
}
