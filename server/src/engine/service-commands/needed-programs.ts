import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findRequests, toolFiles, toolRules } from "#server/engine/facts/project/tool-rules.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { fileName } from "#server/engine/text/wording.ts";

import { describeProgram, isToolchain } from "./known-programs.ts";
import { programsOf } from "./programs-of.ts";

/** A program that commands start, and the version that the code asks for. */
export interface NeededTool {
  program: string;
  name: string;
  /** As written; null where nothing asks for one. */
  version: string | null;
  evidence: Evidence[];
}

/** The program that a version of another one is about as well. */
const sameAs: Readonly<Record<string, string>> = { python: "python3", javac: "java" };

/** What these commands start, with the versions that files in the folder or at the top ask for. */
export async function neededPrograms(scope: CodeScope, commands: readonly string[]): Promise<NeededTool[]> {
  const asked = await askedVersions(scope);
  const programs = new Set(commands.flatMap(programsOf).filter(isToolchain));
  return [...programs].map((program) => {
    const found = asked.get(sameAs[program] ?? program);
    const { name } = describeProgram(program);
    return { program, name, version: found?.version ?? null, evidence: found ? [found.evidence] : [] };
  });
}

/** By program; the folder's own files come before those at the top, and a range before what one machine selects. */
async function askedVersions(scope: CodeScope): Promise<Map<string, { version: string; evidence: Evidence }>> {
  const asked = new Map<string, { version: string; evidence: Evidence }>();
  const files = toolFiles(scope).toSorted((a, b) => depthOf(b) - depthOf(a));
  const texts = new Map(await Promise.all(files.map(async (path) => [path, await scope.lines(path)] as const)));
  for (const depth of new Set(files.map(depthOf))) {
    for (const rule of toolRules) {
      for (const path of files.filter((one) => depthOf(one) === depth && rule.file.test(fileName(one)))) {
        const lines = texts.get(path) ?? [];
        for (const at of findRequests(rule, lines)) {
          const match = lines[at]?.match(rule.line);
          const { program, version } = match ? rule.ask(match) : { program: "", version: "" };
          if (match && !asked.has(program)) asked.set(program, { version, evidence: scope.at(path, at + 1) });
        }
      }
    }
  }
  return asked;
}

function depthOf(path: string): number {
  return path.split("/").length;
}
