import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { LocatedManifest } from "#server/engine/facts/project/find-manifests.ts";
import { isTyped, type LocatedScript } from "#server/engine/facts/project/find-scripts.ts";
import { packageManager } from "#server/engine/facts/project/package-manager.ts";
import { runLine, runLineIn } from "#server/engine/facts/project/run-line.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import type { CommandCandidate, ServicePurpose } from "./candidate.ts";
import { isHere } from "./choose-manifest.ts";
import type { CiCommandHere } from "./ci-commands-here.ts";

/** By purpose, names that say it and nothing else, the plainest first. */
const plainNames: Readonly<Record<Exclude<ServicePurpose, "install">, readonly RegExp[]>> = {
  build: [/^build$/, /^compile$/, /^build[:-](?:prod|production|all)$/],
  test: [/^tests?$/, /^test[:-](?:ci|run|unit)$/, /^unit(?:[:-]tests?)?$/, /^tests?[:-]all$/, /^pytest$/],
  lint: [/^lint$/, /^lint[:-](?:ci|check|all)$/, /^(?:check|verify)[:-](?:lint|style|format|code)$/, /^eslint$/, /^cs$/, /^(?:type-?check|types|check-types|check)$/],
}; // prettier-ignore

/** What a name says beside its purpose that makes it another one. */
const besideName = /e2e|integration|playwright|cypress|acceptance|watch|coverage|cov\b|debug|bench|fix|docker|image|release|publish|docs?\b|storybook|win|linux|mac/; // prettier-ignore

const runners = new Set(["npm", "make", "just", "taskfile", "composer", "poe", "pdm", "hatch", "nox", "mise", "deno"]);

/** Scripts of the folder's own task files for a purpose: those that the automation runs before those that are only named so. */
export function scriptCandidates(
  scope: CodeScope,
  purpose: Exclude<ServicePurpose, "install">,
  { base, ci }: { base: LocatedManifest | null; ci: readonly CiCommandHere[] },
): { certain: CommandCandidate[]; named: CommandCandidate[] } {
  const scripts = scriptsHere(scope).filter((one) => isOfEcosystem(one, base?.manifest.ecosystem ?? null));
  const byName = (pattern: RegExp) => scripts.filter(({ script }) => pattern.test(script.name));
  const named = [...new Set(plainNames[purpose].flatMap(byName))].filter((one) => isUsable(one, purpose));
  const run = named.flatMap((one) => {
    const line = runBy(scope, one, ci);
    return line === null ? [] : [{ one, line }];
  });
  return {
    certain: run.map(({ one, line }) => ({
      purpose,
      command: commandOf(scope, one),
      reason: "The project's own CI runs it",
      evidence: [one.evidence, line],
    })),
    named: named.map((one) => ({
      purpose,
      command: commandOf(scope, one),
      reason: `${fileOf(one)} names it`,
      evidence: [one.evidence],
    })),
  };
}

/** All that people type in this folder. */
function scriptsHere(scope: CodeScope): LocatedScript[] {
  return scope.once("scriptsHere", () => {
    const all = scope.files.flatMap(({ path }) =>
      isHere(scope, path) ? (scope.facts(path)?.scripts ?? []).map((script) => ({ path, script })) : [],
    );
    const names = new Set(all.map(({ script }) => script.name));
    return all
      .filter(({ script }) => runners.has(script.runner) && isTyped(script, names))
      .map(({ path, script }) => ({ path, script, evidence: scope.at(path, script.line) }));
  });
}

const ownRunners: Readonly<Record<string, string>> = { npm: "npm", composer: "composer", deno: "npm" };
const otherTools: Readonly<Record<string, RegExp>> = {
  npm: /\b(?:npm|pnpm|yarn|npx|bun)\b/,
  go: /\bgo (?:test|build|vet)\b|\bgolangci-lint\b/,
  cargo: /\bcargo\b/,
  python: /\b(?:pytest|python3?|tox|uv|poetry)\b/,
};

/** Where a folder holds several ecosystems, task files speak of one of them or of all. */
function isOfEcosystem({ script }: LocatedScript, ecosystem: string | null): boolean {
  if (ecosystem === null) return true;
  const own = ownRunners[script.runner];
  if (own !== undefined) return own === ecosystem;
  const spoken = Object.keys(otherTools).filter((one) => otherTools[one]?.test(script.command) === true);
  return spoken.length === 0 || spoken.includes(ecosystem);
}

/** A script that answers for one that nobody has written yet, waits for changes, or changes the code itself. */
function isUsable({ script }: LocatedScript, purpose: ServicePurpose): boolean {
  const { name, command } = script;
  if (besideName.test(name) || /no test specified|not implemented|TODO/i.test(command)) return false;
  if (/^\s*(?:@?echo\b[^&|;]*|true|exit 0|:)\s*$/.test(command)) return false;
  if (/\b(?:docker|podman|sudo|kubectl)\b/.test(command)) return false;
  if (/--watch(?:All)?(?![=\s]*false)\b/.test(command)) return false;
  return purpose !== "lint" || !/--fix\b|--write\b|(?:^|\s)-w\b/.test(command);
}

function commandOf(scope: CodeScope, { path, script }: LocatedScript): string {
  return runLineIn(scope, { path, script });
}

function fileOf({ path }: LocatedScript): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The line of the automation that runs a script, however it is written; null where none does. */
function runBy(scope: CodeScope, { script }: LocatedScript, ci: readonly CiCommandHere[]): Evidence | null {
  const { name } = script;
  const managers = ["npm", "pnpm", "yarn", "bun", packageManager(scope)];
  const lines =
    script.runner === "npm"
      ? managers.flatMap((manager) => [runLine(script, manager), `${manager} run ${name}`, `${manager} ${name}`])
      : [runLine(script), `composer run ${name}`, `composer run-script ${name}`];
  const found = ci.find(({ command }) =>
    command.split("&&").some((part) => lines.some((line) => isCallOf(part.trim(), line))),
  );
  return found?.evidence ?? null;
}

/** The same call, maybe with options behind it; another word behind it would be another script. */
function isCallOf(typed: string, line: string): boolean {
  return typed === line || typed.startsWith(`${line} -`);
}
