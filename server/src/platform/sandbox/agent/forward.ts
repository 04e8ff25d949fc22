import { spawn } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { constants } from "node:os";

/**
 * Runs inside of a sandbox, by itself: `node forward.ts SOCKET PORT PROGRAM ARGUMENTS…`. Agents know their model by an address
 * with a port, so it listens on the sandbox's own loopback and hands each connection to the socket; then it becomes the
 * agent, as good as a program without that call can.
 */
const [socketPath = "", port = "", program = "", ...args] = process.argv.slice(2);

const server = createServer({ allowHalfOpen: true }, (inner) => {
  const outer = connect({ path: socketPath, allowHalfOpen: true });
  const end = () => [inner, outer].forEach((socket: Socket) => socket.destroy());
  inner.on("error", end).pipe(outer).on("error", end).pipe(inner);
});

server.listen(Number(port), "127.0.0.1", () => {
  const agent = spawn(program, args, { stdio: "inherit" });
  agent.on("error", () => process.exit(127));
  agent.on("exit", (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
});
