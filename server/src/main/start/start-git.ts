import { AppError } from "@cairn/contract/errors";

import { createGitListener, type GitListener } from "#server/http/git/git-listener.ts";
import { listenGitSsh } from "#server/http/git/git-over-ssh.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { writePushHooks } from "#server/platform/git/hosting/push-hook.ts";
import { createGitSlots } from "#server/platform/git/process/git-slots.ts";
import { loadServerHostKey } from "#server/platform/ssh/server-host-key.ts";
import type { ListeningSsh } from "#server/platform/ssh/ssh-server.ts";

/** Each is a handful of processes; a team of fifty that pulls at once is served in turns. */
const places = { perCaller: 16, inAll: 64 };

export interface RunningGit {
  /** For the HTTP server. */
  listener: GitListener;
  /** Why git is not served over SSH although it should be; null when all is well. */
  sshNote: string | null;
  close(): Promise<void>;
}

/** Serves the repositories that lie here to git clients, over HTTP and SSH together. */
export async function startGit(services: Services): Promise<RunningGit> {
  await writePushHooks(services.settings.server.dataDir);
  const parts = { services, places: createGitSlots(places) };
  const listener = createGitListener(parts);
  const { ssh, note } = await startSsh(parts);
  return { listener, sshNote: note, close: async () => ssh?.close() };
}

/** Another program on its port must not keep the product from starting. */
async function startSsh(
  parts: Parameters<typeof createGitListener>[0],
): Promise<{ ssh: ListeningSsh | null; note: string | null }> {
  const { wholeDb, secrets, settings, log, now } = parts.services;
  const { host, sshPort: port } = settings.server;
  if (port === 0) return { ssh: null, note: null };
  try {
    const hostKey = await loadServerHostKey(wholeDb, secrets, now());
    return { ssh: await listenGitSsh({ ...parts, hostKey }, { host, port }), note: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
    const note = `Git is not served over SSH. ${error.message}`;
    log.warn({ error }, note);
    return { ssh: null, note };
  }
}
