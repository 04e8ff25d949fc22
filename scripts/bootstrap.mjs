/**
 * Runs a script of this repository under the Node it pins, on a machine where nothing is installed yet:
 *
 *     node scripts/bootstrap.mjs <script> [parameters]
 *
 * Plain JavaScript for Node 20 and only built-in modules, because it runs before everything else.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const binaries = path.join(root, "node_modules", ".bin");
const stampFile = path.join(root, "node_modules", ".cairn-lock");
const runtime = path.join(root, "node_modules", "node", "bin", "node");
/** What Node made of a file, so that a process starts in two thirds of the time. */
const compileCache = path.join(root, "node_modules", ".cache", "node");

/** An installation shows that it lives by touching its lock; one that has not for so long is dead. */
const heartbeatMs = 2_000;
const staleAfterMs = 20_000;

/** Something the person at the terminal can act on: shown without a stack. */
class Complaint extends Error {}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Complaint)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

async function main([script, ...parameters]) {
  if (script === undefined) throw new Complaint("Usage: node scripts/bootstrap.mjs <script> [parameters]");
  const file = path.resolve(root, script);
  if (!existsSync(file)) throw new Complaint(`There is no script ${file}.`);
  requireProgram("git", "Install it from https://git-scm.com or with your system's package manager.");
  if (!isInstalled()) await installOnce();

  process.env.PATH = [binaries, pathWithoutBinaries()].join(path.delimiter);
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  if (major(process.versions.node) !== major(pinnedVersion())) return runUnderPinnedNode(file, parameters);
  // The setting counts for processes that start from now on.
  module.enableCompileCache?.(compileCache);
  process.argv = [process.argv[0], file, ...parameters];
  await import(pathToFileURL(file).href);
}

function pinnedVersion() {
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).dependencies.node;
}

function major(version) {
  return Number.parseInt(version, 10);
}

/** The stamp is written last, so it proves a complete installation of exactly this lockfile on this system. */
function isInstalled() {
  return existsSync(runtime) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === expectedStamp();
}

function expectedStamp() {
  const lockfile = readFileSync(path.join(root, "package-lock.json"));
  return `${createHash("sha256").update(lockfile).digest("hex")} ${process.platform}-${process.arch}\n`;
}

/** Of several that start together one installs, and the others wait for it. */
async function installOnce() {
  const lock = path.join(tmpdir(), `cairn-install-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`);
  let isTold = false;
  while (!takeLock(lock)) {
    if (!isTold) console.error("Another command is installing the packages; waiting for it.");
    isTold = true;
    await wait(250);
  }
  const heartbeat = setInterval(() => touch(lock), heartbeatMs);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.on("exit", release);
  try {
    if (!isInstalled()) await install();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

function takeLock(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(path.join(lock, "pid"), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    // Moving it away first lets only one of several waiters replace a dead one.
    if (isStale(lock)) moveAway(lock);
    return false;
  }
}

function isStale(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > staleAfterMs) return true;
    return !isAlive(Number(readFileSync(path.join(lock, "pid"), "utf8")));
  } catch {
    // Just being made, or just released: the next check decides.
    return false;
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function moveAway(lock) {
  const grave = `${lock}-${process.pid}`;
  try {
    renameSync(lock, grave);
    rmSync(grave, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== "ENOENT") {
      throw new Complaint(`A broken-off installation left ${lock}, which cannot be removed. Remove it and try again.`);
    }
  }
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // Removed under us: then another installation may run, and npm's own checks have to do.
  }
}

async function install() {
  requireProgram("npm", "It comes with Node: https://nodejs.org");
  console.error("Installing packages. This takes about a minute, and only happens when they changed.");
  rmSync(stampFile, { force: true });
  // Tools that build and check live in devDependencies, programs for this system in optional ones: a setting that
  // omits them would leave a checkout that cannot start.
  await npm("ci", "--ignore-scripts", "--include=dev", "--include=optional");
  // The one install script we run: it installs the pinned Node.
  await npm("rebuild", "node", "--ignore-scripts=false");
  if (!existsSync(runtime)) throw new Complaint(`Node ${pinnedVersion()} could not be installed for this system.`);
  writeFileSync(stampFile, expectedStamp());
}

/** Output is sent to standard error, so that a script's standard output stays its own. */
async function npm(...parameters) {
  // Warnings are about engines of packages that run under the pinned Node, not under the one npm runs on.
  const child = spawn("npm", [...parameters, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", process.stderr, process.stderr],
    // npm must not run on the Node that it is about to remove.
    env: { ...process.env, PATH: pathWithoutBinaries() },
    shell: process.platform === "win32",
  });
  const { code, signal } = await ended(child);
  if (code === 0) return;
  const how = signal === null ? `code ${code}` : signal;
  throw new Complaint(
    `The packages could not be installed: "npm ${parameters[0]}" ended with ${how}; its own words are above.\n` +
      "Unless they say otherwise, check the connection to the package registry and the free disk space, then try again.",
  );
}

function pathWithoutBinaries() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.filter((folder) => path.resolve(folder) !== binaries).join(path.delimiter);
}

function requireProgram(program, advice) {
  const { error } = spawnSync(program, ["--version"], { stdio: "ignore", shell: process.platform === "win32" });
  if (error?.code === "ENOENT") throw new Complaint(`${program} was not found, and Cairn needs it. ${advice}`);
}

async function runUnderPinnedNode(file, parameters) {
  const child = spawn(runtime, [file, ...parameters], { stdio: "inherit" });
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the child by itself; a second one would mean "at once".
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  const { code, signal } = await ended(child);
  for (const name of signals) process.off(name, forward);
  if (signal !== null) process.kill(process.pid, signal);
  else process.exitCode = code;
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
}
