import type { CheckedProgram, NeededProgram } from "@cairn/contract/service-commands";

import { runServiceCommand } from "#server/domain/service-commands/running/run-service-command.ts";
import {
  describeProgram,
  isOlder,
  isToolchain,
  versionQuestion,
} from "#server/engine/service-commands/known-programs.ts";
import { programsOf } from "#server/engine/service-commands/programs-of.ts";

import type { CheckRun } from "./check-context.ts";

const askForMs = 60_000;

/**
 * Asks in the sandbox which programs are there that the commands start or the code says it needs, and of which version.
 */
export async function checkPrograms({ ctx, held, workCopy }: Omit<CheckRun, "programs">): Promise<CheckedProgram[]> {
  const started = new Set(held.commands.flatMap(({ command }) => programsOf(command)));
  const known = new Map(held.needed.map((one) => [one.program, one]));
  const programs = [...new Set([...known.keys(), ...started])].filter(isToolchain);
  if (programs.length === 0) return [];
  const { tail } = await runServiceCommand(ctx.sandbox, workCopy, {
    folder: held.folder,
    command: programs.map(versionQuestion).join("; "),
    limits: { wallMs: askForMs },
    signal: ctx.signal,
  });
  const answers = new Map(tail.split("\n").flatMap((line) => readAnswer(line) ?? []));
  return programs.map((program) => judge(program, known.get(program), answers.get(program) ?? null));
}

/** A line of `versionQuestion`'s: program, exit code and what it said, between tabulators. */
function readAnswer(line: string): [[program: string, answer: { isWorking: boolean; text: string }]] | null {
  const [mark, program, exitCode, ...said] = line.split("\t");
  if (mark !== "program" || program === undefined) return null;
  return [[program, { isWorking: exitCode === "0", text: said.join(" ").trim() }]];
}

function judge(
  program: string,
  needed: NeededProgram | undefined,
  answer: { isWorking: boolean; text: string } | null,
): CheckedProgram {
  const { name, cure } = describeProgram(program);
  const version = needed?.version ?? null;
  const checked = { program, name: needed?.name ?? name, version };
  if (answer === null) {
    const problem = `${checked.name} is not there. Commands see what this server has below /usr and in RUN_TOOLCHAINS: ${cure}.`;
    return { ...checked, installed: null, problem };
  }
  const installed = /\d+(?:\.\d+)+\S*|\d+/.exec(answer.text)?.[0] ?? "there";
  if (!answer.isWorking) {
    const said = answer.text === "" ? "" : ` It says: ${answer.text.slice(0, 200)}`;
    return { ...checked, installed: "there", problem: `${checked.name} is there, but does not start.${said}` };
  }
  const isOld = version !== null && isOlder(installed, version);
  const problem = isOld ? `The code asks for ${checked.name} ${version}; this server has ${installed}.` : null;
  return { ...checked, installed, problem };
}
