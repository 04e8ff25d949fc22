import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import type { CommandPurpose } from "./command-purpose.ts";
import { findManifests, installRoots, type LocatedManifest } from "./find-manifests.ts";
import { findScripts, scriptsFor } from "./find-scripts.ts";
import { pythonManager } from "./package-manager.ts";
import { toolchains, type Toolchain } from "./toolchains.ts";

/** What a toolchain is usually told, where the project says nothing of its own. */
export interface UsualCommand {
  command: string;
  /** Folder that it is typed in. */
  folder: string;
  /** Whose habit it is: "Phoenix". */
  toolchain: string;
  /** The package that brings the habit; null where the language does. */
  needs: string | null;
  evidence: Evidence[];
}

/** By the manifests of the scope, those of frameworks before those of languages. */
export function usualCommands(scope: CodeScope, purpose: CommandPurpose): UsualCommand[] {
  const found: UsualCommand[] = [];
  for (const root of commandRoots(scope)) {
    const known = toolchains.find((one) => one.commands[purpose] !== undefined && fits(scope, one, root));
    const command = known?.commands[purpose];
    if (known === undefined || command === undefined) continue;
    const typed = completeCommand(scope, { command, root, toolchain: known });
    if (typed === null || found.some((one) => one.command === typed.command && one.folder === typed.folder)) continue;
    const asked = root.manifest.dependencies.find(({ name }) => known.needs?.test(name));
    const line = known.needs === null && nameFirst.test(root.path) ? 1 : (asked ?? root.manifest.dependencies[0])?.line;
    const evidence = [scope.at(root.path, line ?? 1)];
    found.push({ ...typed, toolchain: known.name, needs: asked?.name ?? null, evidence });
  }
  return found;
}

/** Manifests that name the package, or what builds it, on their first line. */
const nameFirst = /(?:^|\/)(?:go\.mod|Cargo\.toml|mix\.exs|[^/]+\.\w+proj)$/;

/** A framework may stand in a project that another one leads, as ASP.NET does in a solution. */
function commandRoots(scope: CodeScope): LocatedManifest[] {
  const roots = installRoots(scope);
  const paths = new Set(roots.map(({ path }) => path));
  const others = findManifests(scope).filter(
    ({ path, manifest }) => manifest.ecosystem === "nuget" && !paths.has(path),
  );
  return [...roots, ...others.slice(0, 60)];
}

function fits(scope: CodeScope, { ecosystem, needs, file }: Toolchain, root: LocatedManifest): boolean {
  if (root.manifest.ecosystem !== ecosystem) return false;
  if (needs !== null && !root.manifest.dependencies.some(({ name }) => needs.test(name))) return false;
  return file === null || scope.files.some(({ path }) => isFileOf(root, file, path));
}

function isFileOf({ folder }: LocatedManifest, file: RegExp | null, path: string): boolean {
  const prefix = prefixOf(folder);
  return file !== null && path.startsWith(prefix) && file.test(path.slice(prefix.length));
}

function prefixOf(folder: string): string {
  return folder === "" ? "" : `${folder}/`;
}

/** Build tools that the repository brings along come before those that are installed; files are named where they lie. */
function completeCommand(
  scope: CodeScope,
  { command, root, toolchain }: { command: string; root: LocatedManifest; toolchain: Toolchain },
): { command: string; folder: string } | null {
  const inRoot = (name: string) => scope.files.some(({ path }) => path === `${prefixOf(root.folder)}${name}`);
  let typed = command;
  if (typed.startsWith("gradle ") && inRoot("gradlew")) typed = `./gradlew${typed.slice("gradle".length)}`;
  if (typed.startsWith("mvn ") && inRoot("mvnw")) typed = `./mvnw${typed.slice("mvn".length)}`;
  if (typed.includes("{file}")) {
    const path = scope.files.find((one) => isFileOf(root, toolchain.file, one.path))?.path;
    if (path === undefined) return null;
    typed = typed.replace("{file}", path.slice(prefixOf(root.folder).length));
  }
  if (typed.includes("{project}"))
    return { command: typed.replace("{project}", scope.shorten(folderOf(root.path)) || "."), folder: scope.folder };
  // The solution is found from above.
  if (root.manifest.ecosystem === "nuget") return { command: typed, folder: scope.folder };
  if (root.manifest.ecosystem === "python") {
    const manager = pythonManager(scope, root.folder);
    if (manager !== null) typed = `${manager} run ${typed}`;
  }
  return { command: typed, folder: root.folder };
}

const wholeName = /(?:^|\/)(?:dev|start|serve|server|run|tests?|build|migrate)(?:\.\w+)?$/;

/** Usual commands that no script of the project stands for: none that calls it, and none beside it for the purpose. */
export function uncoveredCommands(scope: CodeScope, purpose: CommandPurpose): UsualCommand[] {
  const own = scriptsFor(findScripts(scope), purpose);
  return usualCommands(scope, purpose).filter(({ command, folder, evidence }) => {
    const core = command
      .replace(/ --project .*$/, "")
      .split(" ")
      .slice(-2)
      .join(" ");
    const isNode = evidence[0]?.path.endsWith("package.json") ?? false;
    return !own.some(
      ({ path, script }) =>
        script.command.includes(core) ||
        (isNode === (script.runner === "npm") &&
          (script.runner === "shell" ? wholeName.test(script.name) : folderOf(path) === folder)),
    );
  });
}
