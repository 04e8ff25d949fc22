import { hostOf } from "#server/code-index/analysis/extract/deployment/extract-calls.ts";
import { outsideServiceCalled } from "#server/code-index/analysis/extract/deployment/technologies/outside-services.ts";
import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";

import { plainName } from "./code-places.ts";
import { isBrought, isOfProduct, type OutsideUse } from "./outside-use.ts";
import { isForVisitors } from "./peer-settings.ts";

/** Services that nobody listed, by the hosts that code calls; those with a name of the product are its own. */
export function findCalled(context: ResolveContext, ownNames: ReadonlySet<string>): OutsideUse[] {
  return callsOf(context).flatMap(({ host, path, line }): OutsideUse[] =>
    host.startsWith("$") || isOwn(host, ownNames)
      ? []
      : [{ technology: serviceAt(host), path, line, certainty: isBrought(path) ? "partly" : "resolved" }],
  );
}

/**
 * Services that a setting holds the address of where it is not said otherwise: one that is called an interface, and one whose
 * key a client in the code is declared with.
 */
export function findAddressed({
  context,
  settings,
  ownNames,
}: {
  context: ResolveContext;
  settings: readonly IndexedSetting[];
  ownNames: ReadonlySet<string>;
}): OutsideUse[] {
  const declared = Map.groupBy(
    callsOf(context).filter(({ host }) => host.startsWith("${")),
    ({ host }) => host.slice(2).toLowerCase(),
  );
  return settings.flatMap(({ name, sites }) =>
    sites.flatMap(({ defaultValue, source, path, line }): OutsideUse[] => {
      const address = /^["']?https?:\/\/([^\s"']+)/.exec(defaultValue ?? "")?.[1];
      if (address === undefined || (source !== "read" && source !== "declared") || !isOfProduct(path)) return [];
      const host = hostOf(address);
      if (host === null || isOwn(host, ownNames)) return [];
      const technology = serviceAt(host);
      const clients = declared.get(name.toLowerCase()) ?? [];
      const named = interfaceSetting.test(name) && !isForVisitors(name) ? [{ path, line }] : [];
      return [...clients, ...named].map((one) => ({
        technology,
        path: one.path,
        line: one.line,
        certainty: "resolved",
      }));
    }),
  );
}

/** "PAYMENT_GATEWAY", "RATES_API_URL", "rates.endpoint": what a program calls, not what it shows. */
const interfaceSetting =
  /(?:^|[_.-]|[a-z](?=[A-Z]))(?:api|gateway|endpoint)(?:[_.-]?(?:base|root))?(?:[_.-]?(?:ur[il]|host))?$/i;

function callsOf(context: ResolveContext): { host: string; path: string; line: number }[] {
  return context.files.flatMap(({ path, kind }) =>
    isOfProduct(path, kind)
      ? (context.links(path).deployment?.calls ?? []).map(({ host, line }) => ({ host, path, line }))
      : [],
  );
}

function isOwn(host: string, ownNames: ReadonlySet<string>): boolean {
  return host.split(".").some((label) => ownNames.has(plainName(label))) && !ofMakers.test(host);
}

/** What whoever makes the product runs for all who run it. */
const ofMakers =
  /^(?:telemetry|stats?|statistics|metrics|licen[cs](?:e|es|ing)|updates?|versions?|releases|cdn|push|relay|plugins?|marketplace)\./;

/** By the domain that somebody registered: "boats.example" of "api.boats.example"; the one listed that bears its name. */
function serviceAt(host: string): Technology {
  const labels = host.split(".");
  const isDeep = labels.length > 2 && /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? "");
  const listed = outsideServiceCalled(plainName(labels.at(isDeep ? -3 : -2) ?? ""));
  return listed ?? { name: labels.slice(isDeep ? -3 : -2).join("."), kind: "outside" };
}
