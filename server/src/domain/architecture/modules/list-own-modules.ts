import { newModuleId, type ServiceModule } from "@cairn/contract/architecture-modules";

import { trimSlashes, type ServiceLayout } from "#server/domain/architecture/derive/service-layout.ts";
import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { evidenceOfFiles } from "#server/engine/facts/code/file-evidence.ts";
import { allModules } from "#server/engine/facts/code/find-modules.ts";
import type { CodePart } from "#server/engine/facts/code/find-parts.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** What the code of one service is cut into. */
export interface OwnModules {
  serviceId: string;
  repository: IndexedRepository;
  /** The largest first. */
  modules: ServiceModule[];
  /** The module of each file that is in one. */
  moduleOf: ReadonlyMap<string, string>;
}

/** The modules of a service that its own working path holds: what lies in the folder of another one is that one's. */
export function listOwnModules(repository: IndexedRepository, layout: ServiceLayout, serviceId: string): OwnModules {
  const workingPath = layout.services.find((service) => service.serviceId === serviceId)?.workingPath ?? "/";
  const opened = openScope(repository, trimSlashes(workingPath));
  const isOwn = ({ path }: { path: string }) =>
    layout.ownersOf(repository.repositoryId, path).some((owner) => owner.serviceId === serviceId);
  const scope = { ...opened, sources: opened.sources.filter(isOwn) };
  const parts = allModules(scope).own;
  return {
    serviceId,
    repository,
    modules: parts.flatMap((part) => describeModule(repository, { scope, part, serviceId })),
    moduleOf: new Map(
      parts.flatMap(({ path, files }) => files.map((file) => [file.path, newModuleId(serviceId, path)])),
    ),
  };
}

function describeModule(
  repository: IndexedRepository,
  { scope, part, serviceId }: { scope: CodeScope; part: CodePart; serviceId: string },
): ServiceModule[] {
  const { path, files } = part;
  const [shown] = evidenceOfFiles(scope, files);
  if (shown === undefined) return [];
  const place = locationIn(repository, { path: shown.path, startLine: shown.startLine, endLine: shown.endLine });
  return [{ moduleId: newModuleId(serviceId, path), name: nameOf(scope, part), path, files: files.length, place }];
}

/** A package by its own name, without the address that it is fetched from; a folder by where it lies in the service's. */
function nameOf({ folder }: CodeScope, { kind, name, path }: CodePart): string {
  if (kind === "package") return /^[\w-]+\./.test(name) ? (name.split("/").at(-1) ?? name) : name;
  if (path === folder) return path.split("/").at(-1) || name;
  return folder !== "" && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
