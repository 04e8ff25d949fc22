import type { ScriptFact } from "#server/code-index/ports/facts.ts";
import { runLineIn } from "#server/engine/facts/project/run-line.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

/** A command of any manifest or task file, with what it comes to. */
export interface WorkspaceScript {
  path: string;
  script: ScriptFact;
  /** As typed. */
  line: string;
  /** In which folder; "" is the top one. */
  folder: string;
  /** What it runs, also where it only calls a script of a workspace. */
  runs: string;
}

const callsWorkspace =
  /\b(?:yarn workspace|(?:pnpm|npm|bun)(?: run)? (?:--filter|-F|-w|--workspace)[ =])\s*(\S+)\s+(?:run\s+)?(\S+)/;

/** All commands that manifests and task files define, those of the top folder first. */
export function workspaceScripts(scope: CodeScope): WorkspaceScript[] {
  return scope.once("workspaceScripts", () => {
    const manifests = scope.files.filter(({ kind }) => kind !== "test" && kind !== "vendored" && kind !== "docs");
    const facts = manifests.flatMap(({ path }) => {
      const own = scope.facts(path);
      return own === null ? [] : [{ path, own }];
    });
    const byPackage = new Map(facts.map(({ own }) => [own.manifest?.name ?? "", own.scripts]));
    return facts
      .flatMap(({ path, own }) =>
        own.scripts
          .filter(({ runner }) => runner !== "ci" && runner !== "docker")
          .map((script): WorkspaceScript => {
            const [, name = "", called = ""] = callsWorkspace.exec(script.command) ?? [];
            const inner = byPackage.get(name)?.find((one) => one.name === called)?.command;
            const located = { path, script, evidence: scope.at(path, script.line) };
            return {
              path,
              script,
              line: runLineIn(scope, located),
              folder: folderOf(path),
              runs: inner ?? script.command,
            };
          }),
      )
      .toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
  });
}

function depthOf(path: string): number {
  return path.split("/").length;
}
