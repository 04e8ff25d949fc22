import { finished } from "node:stream/promises";

import { AppError, type ErrorBody } from "@cairn/contract/errors";

import { followPush } from "#server/domain/hosting/follow-push.ts";
import { findKnownKey, greetKeyHolder } from "#server/domain/hosting/identify-by-ssh-key.ts";
import { openForGit, type OpenedRepository } from "#server/domain/hosting/open-for-git.ts";
import { toErrorResponse } from "#server/http/request/error-response.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { createRequestLimits, type RequestLimits } from "#server/http/request/request-limits.ts";
import { startGitService, type GitService } from "#server/platform/git/hosting/serve-git.ts";
import type { GitSlots } from "#server/platform/git/process/git-slots.ts";
import { watchIdle } from "#server/platform/git/process/watch-idle.ts";
import type { SshCommand } from "#server/platform/ssh/run-on-channel.ts";
import { listenSsh, type ListeningSsh, type SshServerParts } from "#server/platform/ssh/ssh-server.ts";

import { parseGitCommand } from "./parse-git-command.ts";
import { isGitProtocol } from "./parse-git-request.ts";

interface GitSshDependencies {
  services: Services;
  places: GitSlots;
  /** Private key of the server, in OpenSSH's format. */
  hostKey: string;
  sshLimits?: SshServerParts["limits"];
}

/** A client that packs a large push says nothing meanwhile. */
const idleTimeoutMs = 15 * 60_000;
const failedStatus = 1;

/** Git over SSH for the repositories that this server hosts. Throws `unavailable` when the port cannot be had. */
export async function listenGitSsh(
  parts: GitSshDependencies,
  where: { host: string; port: number },
): Promise<ListeningSsh> {
  const { services, hostKey } = parts;
  const limits = createRequestLimits(services);
  const anonymousCtx = (signal = new AbortController().signal) =>
    createCtx(services, { actor: { kind: "anonymous" }, requestId: services.newId(), signal });
  return await listenSsh(
    {
      hostKey,
      username: "git",
      findKey: (fingerprint) => findKnownKey(anonymousCtx(), fingerprint),
      greet: (fingerprint) => greetKeyHolder(anonymousCtx(), fingerprint),
      isVariableAllowed: (name, value) => name === "GIT_PROTOCOL" && isGitProtocol(value),
      run: (command) => runCommand(command, parts, limits),
      log: services.log,
      ...(parts.sshLimits ? { limits: parts.sshLimits } : {}),
    },
    where,
  );
}

/**
 * Every command checks the right again: a key or a membership may have been removed since the connection was opened.
 */
async function runCommand(
  command: SshCommand,
  { services, places }: GitSshDependencies,
  limits: RequestLimits,
): Promise<number> {
  const { signal, fingerprint } = command;
  const requestId = services.newId();
  const ctx = createCtx(services, { actor: { kind: "anonymous" }, requestId, signal });
  try {
    await limits.takeCall({ userId: fingerprint });
    const wanted = parseGitCommand(command.text);
    if (wanted === null) throw new AppError("invalid_input", { message: "Only git clone, fetch and push work here." });
    const leave = await places.take(fingerprint, signal);
    try {
      const opened = await openForGit(ctx, { ...wanted, caller: { kind: "ssh-key", fingerprint } });
      return await serve(command, opened, wanted.service);
    } finally {
      leave();
    }
  } catch (error) {
    const failure = (await toErrorResponse(error, { requestId, log: ctx.log }).json()) as ErrorBody;
    command.send(failure.message);
    return failedStatus;
  }
}

async function serve(command: SshCommand, opened: OpenedRepository, service: GitService): Promise<number> {
  let status = failedStatus;
  const run = async (): Promise<void> => {
    status = await exchangeWithGit(command, opened, service);
  };
  if (service === "receive-pack") await followPush(opened, run);
  else await run();
  return status;
}

/** Resolves when git has ended; git is ended when the client disconnects or is idle too long. */
async function exchangeWithGit(command: SshCommand, opened: OpenedRepository, service: GitService): Promise<number> {
  const { signal, socket } = command;
  if (signal.aborted) return failedStatus;
  const git = startGitService(opened.served, { service, protocol: command.variables.get("GIT_PROTOCOL") ?? null });
  signal.addEventListener("abort", git.stop, { once: true });
  const stopWatching = watchIdle(socket, { timeoutMs: idleTimeoutMs, onIdle: () => socket.destroy() });
  command.stdin.pipe(git.stdin);
  git.stdout.pipe(command.stdout);
  await finished(command.stdout, { signal }).catch(() => git.stop());
  const { exitCode, stderr } = await git.done;
  stopWatching();
  if (exitCode !== 0 && !signal.aborted && stderr !== "") command.send(stderr);
  return exitCode ?? failedStatus;
}
