import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:http2";
import { createServer, Socket } from "node:net";
import { constants, freemem } from "node:os";
import { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { finished } from "node:stream/promises";

/**
 * Runs in a container of Docker's, by itself: `node relay.mjs`; plain JavaScript, since stripping types takes longer than all it does
 * before a command begins. Between a container and this server there are an input and an output
 * and nothing else, since the engine may be in a virtual machine; so all that is said goes through these two as requests of HTTP/2,
 * which keeps them apart and slows down whoever sends more than is read. It asks what to run, runs it, and listens where the command
 * looks for this server's sockets.
 */
// Elsewhere it would end processes that are none of its container's.
if (process.argv[2] !== "inside" || process.ppid !== 1) throw new Error("This runs in a container only.");

const windowBytes = 256 * 1024;
/** Of all requests together, so that one that nobody reads does not hold up the others. */
const linkWindowBytes = 2 ** 30;
/** The server says every few seconds that it lives. */
const longestSilenceSeconds = 30;
const memoryWatchMs = 200;
/** With less than this the kernel would soon choose itself whom it ends. */
const leastFreeBytes = 128 * 1024 ** 2;

const [input, output] = [new Socket({ fd: 0, writable: false }), new Socket({ fd: 1, readable: false })];
const server = connect("http://cairn", {
  createConnection: () => Duplex.from({ readable: input, writable: output }),
  settings: { initialWindowSize: windowBytes, enablePush: false },
  maxSessionMemory: 256,
});
const end = () => {
  // The first process waits for this, and the kernel ends all others with it.
  try {
    process.kill(1, "SIGTERM");
  } finally {
    process.exit(137);
  }
};
input.on("close", end).on("error", end);
server.on("close", end).on("error", end);
server.once("connect", () => server.setLocalWindowSize(linkWindowBytes));

let silentSeconds = 0;
server.on("ping", () => (silentSeconds = 0));
setInterval(() => {
  silentSeconds += 1;
  if (silentSeconds > longestSilenceSeconds) end();
}, 1000);

function ask(path, hasBody) {
  const method = hasBody ? "POST" : "GET";
  return server.request({ ":method": method, ":path": path }, { endStream: !hasBody }).on("error", () => undefined);
}

/** Hands on what somebody says, and resolves when the server has it all. */
async function tell(path, said) {
  const request = ask(path, true);
  said.pipe(request);
  await finished(request.resume());
}

/** Has whoever connects to a socket in here speak with the server's socket of that name. */
async function listen(folder, name, at) {
  const listener = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = ask(`/sockets/${at}/${name}`, true);
    const cut = () => {
      inner.destroy();
      outer.close(8);
    };
    inner.on("error", cut).pipe(outer).on("error", cut).pipe(inner);
    outer.on("close", () => inner.destroySoon());
  });
  await new Promise((resolve) => listener.listen(`${folder}/${name}`, () => resolve(null)));
}

/** Bytes that all processes but this one and the first hold for themselves, in memory and swapped out. */
function measureMemory() {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && name !== "1" && name !== `${process.pid}`);
  return pids.reduce((total, pid) => total + measureProcess(pid), 0);
}

function measureProcess(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const sizes = [...status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm)];
    return sizes.reduce((total, [, size]) => total + Number(size) * 1024, 0);
  } catch {
    return 0;
  }
}

function watchMemory(maxBytes) {
  setInterval(() => {
    if (measureMemory() > maxBytes || freemem() < leastFreeBytes) ask("/over-memory", false);
  }, memoryWatchMs);
}

/** Whatever the command has left ends with it, and what all of them wrote is read to its end. */
function endOthers() {
  try {
    process.kill(-1, "SIGKILL");
  } catch {
    // There are none.
  }
}

const begin = 'echo 1000 > /proc/self/oom_score_adj; umask 022; exec "$@"';

/** What it is told is a `RelayOrder` of serve-relay.ts. */
async function run({ command, env, folder, sockets, memoryBytes }) {
  for (const [at, place] of sockets.entries()) for (const name of place.names) await listen(place.folder, name, at);
  const searchPath = env.PATH?.replace("$PATH", process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin");
  const child = spawn("/bin/sh", ["-c", begin, "begin", ...command], {
    cwd: folder,
    env: { ...env, ...(searchPath === undefined ? {} : { PATH: searchPath }) },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  watchMemory(memoryBytes);
  child.on("exit", endOthers);
  child.stdin.on("error", () => undefined);
  ask("/stdin", false).pipe(child.stdin);
  const said = Promise.all([tell("/stdout", child.stdout), tell("/stderr", child.stderr)]);
  const exitCode = await new Promise((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  await said;
  await finished(ask(`/exit/${exitCode}`, false).resume());
  end();
}

await run(JSON.parse(await text(ask("/order", false))));
