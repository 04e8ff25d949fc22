import { findEndpoints } from "#server/engine/facts/code/find-endpoints.ts";
import { governingManifests } from "#server/engine/facts/project/find-manifests.ts";
import {
  composedServices,
  findClusterFiles,
  findComposeFiles,
  findDockerfiles,
} from "#server/engine/facts/project/operations-files.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { enumerate } from "#server/engine/text/wording.ts";

const healthPath =
  /(?:^|\/)(?:_?health(?:[-_]?check)?z?|readyz?|ready|readiness|livez?|liveness|alive|ping|heartbeat|up|status|metrics)\/?$/i;
const maxItems = 12;
/** Clusters repeat the same probe for every object. */
const maxFiles = 6;

/** What answers whether it is well: endpoints, checks of the container image, probes of the cluster. */
export async function draftHealth({ scopes }: PageSubject): Promise<Draft | null> {
  const items: ListItem[] = [];
  for (const scope of scopes) {
    items.push(...endpointItems(scope), ...actuatorItems(scope), ...(await checkItems(scope)));
  }
  return items.length > 0 ? { blocks: [list(null, items.slice(0, maxItems))] } : null;
}

function endpointItems(scope: CodeScope): ListItem[] {
  return findEndpoints(scope)
    .filter(({ endpoint: { path, method } }) => {
      // "/orders/:id/status" is about an order.
      return healthPath.test(path) && !/[:{<*[]/.test(path) && /GET|HEAD|ANY/.test(method);
    })
    .map(({ path, endpoint, handler, evidence }) => {
      const doc = handler === null ? null : summarizeBriefly(handler.symbol.doc);
      const does = /metrics\/?$/i.test(endpoint.path) ? " gives its metrics." : " tells whether it is well.";
      return {
        text: `${codeSpan(`${endpoint.method} ${endpoint.path}`)} in ${codeSpan(scope.shorten(path))}${doc ? `: ${doc.text}` : does}`,
        evidence: [evidence, ...(doc && handler ? [scope.at(handler.path, doc.startLine, doc.endLine)] : [])],
      };
    });
}

/** Spring's own endpoints come with a dependency, not with code. */
function actuatorItems(scope: CodeScope): ListItem[] {
  return governingManifests(scope).flatMap(({ path, manifest }) =>
    manifest.dependencies
      .filter(({ name }) => /spring-boot-starter-actuator|quarkus-smallrye-health|micronaut-management/.test(name))
      .map(({ name, line }) => ({
        text: `${codeSpan(name)} in ${codeSpan(scope.shorten(path))} brings health endpoints of the framework.`,
        evidence: [scope.at(path, line)],
      })),
  );
}

async function checkItems(scope: CodeScope): Promise<ListItem[]> {
  const images = findDockerfiles(scope).slice(0, maxFiles);
  const composed = findComposeFiles(scope).slice(0, maxFiles);
  const cluster = findClusterFiles(scope).slice(0, 40);
  const found = await Promise.all([
    ...images.map((path) => imageChecks(scope, path)),
    ...composed.map((path) => composeChecks(scope, path)),
    ...cluster.map((path) => probeItems(scope, path)),
  ]);
  return found.flat();
}

async function imageChecks(scope: CodeScope, path: string): Promise<ListItem[]> {
  const lines = (await scope.lines(path)) ?? [];
  return lines.flatMap((line, at): ListItem[] => {
    const what = /^\s*HEALTHCHECK\s+(?!NONE)(.+)$/i.exec(line)?.[1];
    if (what === undefined) return [];
    const isOpen = line.trimEnd().endsWith("\\");
    const command = `${what.replace(/\\\s*$/, "").trim()} ${isOpen ? (lines[at + 1]?.trim() ?? "") : ""}`.trim();
    const text = `${codeSpan(scope.shorten(path))} checks the container with ${codeSpan(command, 140)}.`;
    return [{ text, evidence: [scope.at(path, at + 1, isOpen ? Math.min(at + 2, lines.length) : at + 1)] }];
  });
}

async function probeItems(scope: CodeScope, path: string): Promise<ListItem[]> {
  const lines = (await scope.lines(path)) ?? [];
  const probes = lines.flatMap((line, at) => {
    const name = /^\s*(livenessProbe|readinessProbe|startupProbe):/.exec(line)?.[1];
    return name === undefined ? [] : [{ name, line: at + 1 }];
  });
  if (probes.length === 0) return [];
  const names = enumerate([...new Set(probes.map(({ name }) => codeSpan(name)))]);
  const evidence = probes.slice(0, 3).map(({ line }) => scope.at(path, line, Math.min(line + 3, lines.length)));
  return [{ text: `${codeSpan(scope.shorten(path))} sets ${names}.`, evidence }];
}

/** In a compose file the check is nested in its service, its command in the check. */
async function composeChecks(scope: CodeScope, path: string): Promise<ListItem[]> {
  const services = composedServices((await scope.lines(path)) ?? []);
  return services.flatMap(({ name, line, own }): ListItem[] => {
    const at = own.findIndex((one) => /^\s+healthcheck:\s*(?:#.*)?$/.test(one));
    const below = at < 0 ? -1 : own.slice(at + 1, at + 8).findIndex((one) => /^\s+test:\s*\S/.test(one));
    if (below < 0) return [];
    const command = (own[at + 1 + below] ?? "").replace(/^\s+test:\s*/, "");
    const text = `${codeSpan(scope.shorten(path))} checks the container ${codeSpan(name)} with ${codeSpan(command, 140)}.`;
    return [{ text, evidence: [scope.at(path, line + at + 1, line + at + 2 + below)] }];
  });
}
