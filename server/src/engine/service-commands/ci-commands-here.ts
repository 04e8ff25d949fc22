import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findCiCommands } from "#server/engine/facts/project/find-ci-commands.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { stepAt } from "./workflow-step.ts";

/** A command that the project's own automation runs in the scope's folder, as somebody there would type it. */
export interface CiCommandHere {
  command: string;
  evidence: Evidence;
}

/** Workflows that do something else than to look whether a change is good. */
const besideFile =
  /(?:^|[/._-])(?:release|publish|deploy\w*|docker\w*|nightly|canary|codeql\w*|stale|labeler|docs?|pages|translat\w*|i18n|crowdin|benchmark\w*|demo|e2e|playwright|cypress|fuzz\w*|schedule\w*|cron)(?:$|[/._-])/i;

/** In the order of the files. What depends on the machine, on variables or on a condition is left out. */
export function ciCommandsHere(scope: CodeScope): Promise<CiCommandHere[]> {
  return scope.once("ciCommandsHere", async () => {
    const found = await findCiCommands(scope);
    const inside: CiCommandHere[] = [];
    for (const { path, command, evidence } of found) {
      if (besideFile.test(path.slice(path.lastIndexOf("/") + 1))) continue;
      const lines = (await scope.lines(path)) ?? [];
      const typed = typedHere(command, folderAt(path, lines, evidence.startLine), scope.folder);
      if (typed !== null) inside.push({ command: typed, evidence });
    }
    return inside;
  });
}

/** Where a command of a workflow runs; null where that cannot be told, or it runs on some systems or by chance. */
function folderAt(path: string, lines: readonly string[], line: number): string | null {
  if (!/\.(?:github|gitea|forgejo)\/workflows\//.test(path)) return "";
  const step = stepAt(lines, line);
  return step === null || step.isConditional ? null : normalize(step.folder);
}

function typedHere(command: string, folder: string | null, wanted: string): string | null {
  if (folder === null) return null;
  const [, moved, rest] = /^cd\s+"?([\w./-]+)"?\s*&&\s*(.+)$/.exec(command) ?? [null, null, command];
  const typed = withoutEnvironment(rest ?? "");
  const into = moved == null ? folder : normalize(`${folder}/${moved}`);
  if (into !== wanted || !isWhole(typed)) return null;
  return typed;
}

/** Variables that are set for one command say how it is shown and where it finds its tools. */
function withoutEnvironment(command: string): string {
  return command.replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/, "").trim();
}

/** Nothing of it is only known while it runs, or is about somewhere else. */
function isWhole(command: string): boolean {
  return (
    command !== "" &&
    !/[$`]|[|;<>]|&(?!&)|\\$/.test(command) &&
    !/(?:^|\s)(?:--cwd|--prefix|--dir|-C|--filter|--workspace|-w|-F|workspace)(?:[\s=]|$)/.test(command)
  );
}

function normalize(folder: string): string {
  const parts: string[] = [];
  for (const part of folder.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
