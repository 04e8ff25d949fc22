import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import path from "node:path";

import type { LauncherMessage, LaunchRequest } from "./launch-messages.ts";

/*
 * The small process that starts programs for a large one. Both send in order, so the sockets that come in belong to the
 * requests as they come; none is read here, as all that comes through it is the program's.
 */

const [, , address = ""] = process.argv;
const requests: LaunchRequest[] = [];
const sockets: Socket[] = [];

function startWhatIsComplete(): void {
  while (sockets.length >= 3) {
    const request = requests.shift();
    if (request === undefined) return;
    start(request, sockets.splice(0, 3));
  }
}

function start({ id, program, args, cwd, env }: LaunchRequest, stdio: Socket[]): void {
  let child: ChildProcess;
  try {
    child = spawn(program, args, { cwd, env, stdio, detached: true });
  } catch (error) {
    tellFailure(id, error as NodeJS.ErrnoException);
    return;
  } finally {
    // The program has its own: as long as this process had one too, nobody would see its end.
    for (const socket of stdio) socket.destroy();
  }
  child.on("error", (error) => tellFailure(id, error));
  const { pid } = child;
  if (pid === undefined) return;
  tell({ type: "started", id, pid });
  child.on("exit", (exitCode, signal) => tell({ type: "ended", id, exitCode, signal }));
}

function tellFailure(id: number, { code, message }: NodeJS.ErrnoException): void {
  tell({ type: "failed", id, code, message });
}

function tell(message: LauncherMessage): void {
  // Whom nobody can be told any more is ending.
  if (process.connected) process.send?.(message);
}

// It ends with the process that it works for, which may need it until the last moment.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
process.on("disconnect", () => {
  rmSync(path.dirname(address), { recursive: true, force: true });
  process.exit();
});
process.on("message", (request: LaunchRequest) => {
  requests.push(request);
  startWhatIsComplete();
});
createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
  socket.on("error", () => undefined);
  sockets.push(socket);
  startWhatIsComplete();
}).listen(address, () => tell({ type: "ready" }));
