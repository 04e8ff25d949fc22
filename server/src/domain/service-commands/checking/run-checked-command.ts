import { commandKindNames, type CheckedCommand } from "@cairn/contract/service-commands";

import {
  runServiceCommand,
  runServiceInstall,
  type ServiceCommandOptions,
} from "#server/domain/service-commands/running/run-service-command.ts";
import { keepOutput, updateCheck } from "#server/domain/service-commands/store/command-checks.store.ts";
import { programsOf } from "#server/engine/service-commands/programs-of.ts";
import { listSecrets } from "#server/platform/secrets/secret.ts";

import { CheckLost, type CheckRun } from "./check-context.ts";
import { reportProgress } from "./report-progress.ts";

const shownLines = 12;

/** Runs one command of a check, tells of it while it runs, and keeps what came of it. Throws CheckLost. */
export async function runCheckedCommand(run: CheckRun, at: number): Promise<void> {
  const { ctx, held } = run;
  const command = held.commands[at];
  if (command === undefined) return;
  const reason = whyNot(run, command);
  if (reason !== null) {
    held.commands[at] = { ...command, outcome: "not-run", message: reason };
    await write(run);
    return;
  }
  const startedAt = ctx.now().toISOString();
  held.commands[at] = { ...command, startedAt };
  await write(run);
  const end = await follow(run, at);
  // A stop has written the end already; that of the server leaves the check to whoever starts next.
  ctx.signal.throwIfAborted();
  const { outcome, durationMs, tail, isCut } = end;
  const message = explain(command.kind, end);
  held.commands[at] = { ...command, startedAt, outcome, message, durationMs, lastLines: lastLines(tail) };
  const output = { output: tail, isCut };
  if (!(await keepOutput(ctx.db, held.lease, { kind: command.kind, commands: held.commands, output }))) {
    throw new CheckLost();
  }
}

async function follow({ ctx, held, workCopy }: CheckRun, at: number) {
  const { kind, command } = held.commands[at] ?? { kind: "test", command: "" };
  let read = () => "";
  const progress = reportProgress(async () => {
    const commands = held.commands.map((one, index) => (index === at ? { ...one, lastLines: lastLines(read()) } : one));
    await updateCheck(ctx.db, held.lease, { commands });
  }, ctx.log);
  try {
    const options: ServiceCommandOptions = {
      folder: held.folder,
      command,
      signal: ctx.signal,
      secrets: listSecrets(ctx.settings),
      onOutput(tail) {
        read = () => tail.read();
        progress.happened();
      },
    };
    // The main branch is what people have taken in.
    if (kind === "install") return await runServiceInstall(ctx.sandbox, workCopy, { ...options, isTrusted: true });
    return await runServiceCommand(ctx.sandbox, workCopy, options);
  } finally {
    await progress.stop();
  }
}

async function write({ ctx, held }: CheckRun): Promise<void> {
  if (!(await updateCheck(ctx.db, held.lease, { commands: held.commands }))) throw new CheckLost();
}

/** Why a command would only fail for a reason that is known; null where nothing speaks against it. */
function whyNot({ held, programs }: CheckRun, { kind, command }: CheckedCommand): string | null {
  const install = held.commands.find((one) => one.kind === "install");
  if (kind !== "install" && install?.outcome !== undefined && install.outcome !== "passed") {
    return `Not run, since ${commandKindNames.install} did not pass.`;
  }
  const missing = programsOf(command).flatMap(
    (program) => programs.find((one) => one.program === program && one.installed === null) ?? [],
  );
  return missing[0]?.problem ?? null;
}

function lastLines(tail: string): string[] {
  return tail === "" ? [] : tail.split("\n").slice(-shownLines);
}

/** What programs say that find no network. */
const networkErrors =
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|[Cc]ould not resolve|[Nn]ame resolution|[Nn]etwork is unreachable|no such host|[Uu]nknown host|dial tcp|getaddrinfo|failed to lookup address/;

function explain(
  kind: CheckedCommand["kind"],
  { outcome, message, tail }: { outcome: string; message: string; tail: string },
): string {
  if (outcome === "passed" || !networkErrors.test(tail)) return message;
  const who =
    kind === "install" ? "an install reaches the hosts of RUN_REGISTRY_HOSTS alone" : "only installs have one";
  return `${message} It looked for a network: ${who}.`;
}
