import { checkEvidence, type CheckedEvidence, type Evidence } from "#server/engine/evidence/evidence.ts";
import type { LocatedManifest } from "#server/engine/facts/project/find-manifests.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";

import type { CommandCandidate, ServicePurpose } from "./candidate.ts";
import { chooseManifest } from "./choose-manifest.ts";
import { ciCommandsHere, type CiCommandHere } from "./ci-commands-here.ts";
import { ciPatterns } from "./ci-patterns.ts";
import { neededPrograms } from "./needed-programs.ts";
import { scriptCandidates } from "./script-candidates.ts";
import { usualCandidate } from "./usual-candidates.ts";

interface CommandsInCode {
  commands: Partial<Record<ServicePurpose, { command: string; reason: string; sources: CheckedEvidence[] }>>;
  programs: { program: string; name: string; version: string | null; sources: CheckedEvidence[] }[];
}

const purposes: readonly ServicePurpose[] = ["install", "build", "test", "lint"];

/**
 * The commands that install, build, test and lint what lies in a folder of a repository, as its own files tell; none for a
 * purpose where they leave room for doubt.
 */
export async function findCommandsInCode(repository: PageRepository, folder: string): Promise<CommandsInCode> {
  const scope = openScope(repository, folder);
  const base = chooseManifest(scope);
  const ci = await ciCommandsHere(scope);
  const chosen: CommandCandidate[] = [];
  for (const purpose of purposes) {
    const one = await choose(scope, purpose, { base, ci });
    if (one !== null) chosen.push(one);
  }
  const programs = await neededPrograms(
    scope,
    chosen.map(({ command }) => command),
  );
  const check = (evidence: readonly Evidence[]) => checkAll(repository, evidence);
  const commands: CommandsInCode["commands"] = {};
  for (const { purpose, command, reason, evidence } of chosen) {
    const sources = await check(evidence);
    if (sources.length > 0) commands[purpose] = { command, reason, sources };
  }
  return {
    commands,
    programs: await Promise.all(
      programs.map(async ({ evidence, ...program }) => ({ ...program, sources: await check(evidence) })),
    ),
  };
}

interface Ground {
  base: LocatedManifest | null;
  ci: readonly CiCommandHere[];
}

async function choose(
  scope: CodeScope,
  purpose: ServicePurpose,
  { base, ci }: Ground,
): Promise<CommandCandidate | null> {
  if (purpose === "install") return await chooseInstall(scope, { base, ci });
  const scripts = scriptCandidates(scope, purpose, { base, ci });
  const [own] = [...scripts.certain, ...scripts.named];
  if (own !== undefined) return own;
  return ciCandidate(purpose, { base, ci }) ?? (base === null ? null : await usualCandidate(scope, base, purpose));
}

/** Package managers know best what their lockfiles ask for; the automation tells that it is really done so. */
async function chooseInstall(scope: CodeScope, { base, ci }: Ground): Promise<CommandCandidate | null> {
  const written = ciCandidate("install", { base, ci });
  if (base === null || written !== null) return written;
  const usual = await usualCandidate(scope, base, "install");
  const run = ci.find(({ command }) => command === usual?.command);
  if (usual === null || run === undefined) return usual;
  return { ...usual, reason: "The project's own CI runs it", evidence: [...usual.evidence, run.evidence] };
}

/** What the automation runs in this folder with the tools of its ecosystem. */
function ciCandidate(purpose: ServicePurpose, { base, ci }: Ground): CommandCandidate | null {
  const patterns = base === null ? [] : (ciPatterns[base.manifest.ecosystem]?.[purpose] ?? []);
  for (const pattern of patterns) {
    const found = ci.find(({ command }) => !command.includes("&&") && pattern.test(command));
    if (found === undefined) continue;
    const { command, evidence } = found;
    return { purpose, command, reason: "The project's own CI runs it", evidence: [evidence] };
  }
  return null;
}

/** Those of the lines that are there at the commit. */
async function checkAll(repository: PageRepository, evidence: readonly Evidence[]): Promise<CheckedEvidence[]> {
  const readers = new Map([[repository.repositoryId, repository.reader]]);
  const checked = await Promise.all(evidence.map((one) => checkEvidence(readers, one)));
  return checked.filter((one) => one !== null);
}
