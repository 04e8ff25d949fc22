import { spawn } from "node:child_process";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { constants } from "node:os";

/**
 * Runs inside of a sandbox, by itself: `node bridge.ts SOCKET PROGRAM ARGUMENTS…`. Package managers know proxies by host and port,
 * so it listens on the sandbox's own loopback and hands each connection to the socket; then it becomes the command, as good as
 * a program without that call can.
 */
const [socketPath = "", program = "", ...args] = process.argv.slice(2);

const server = createServer({ allowHalfOpen: true }, (inner) => {
  const outer = connect({ path: socketPath, allowHalfOpen: true });
  const end = () => [inner, outer].forEach((socket: Socket) => socket.destroy());
  inner.on("error", end).pipe(outer).on("error", end).pipe(inner);
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  const proxy = `http://127.0.0.1:${port}`;
  const names = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "http_proxy",
    "https_proxy",
    "npm_config_proxy",
    "npm_config_https_proxy",
  ];
  const proxies = Object.fromEntries(names.map((name) => [name, proxy]));
  const local = { NO_PROXY: "localhost,127.0.0.1", no_proxy: "localhost,127.0.0.1" };
  const command = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...proxies, ...local } });
  command.on("error", () => process.exit(127));
  command.on("exit", (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
});
