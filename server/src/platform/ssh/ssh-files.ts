import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Secret } from "#server/platform/secrets/secret.ts";

export interface SshTarget {
  user: string;
  /** The address that was checked; nothing is looked up again. */
  address: string;
  port: number;
  /** The name that host keys are kept under. */
  alias: string;
  privateKey: Secret;
  /** Lines of a known_hosts file. With none, any key that the host shows is accepted and remembered. */
  knownHosts: readonly string[];
}

/** The files that the system's ssh reads for one connection; none of their content is in an argument. */
export interface SshFiles {
  configFile: string;
  /** What the file of host keys holds now. */
  readKnownHosts(): Promise<string[]>;
  /** Takes everything off the disk. */
  remove(): Promise<void>;
}

const connectTimeoutS = 15;
const aliveIntervalS = 15;
const aliveTries = 4;

/** Writes key, host keys and settings for one connection into a folder that only this account can read. */
export async function writeSshFiles(target: SshTarget): Promise<SshFiles> {
  await removeLeftovers();
  const folder = await mkdtemp(path.join(tmpdir(), `${namePrefix}${process.pid}-`));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const knownHostsFile = path.join(folder, "known_hosts");
  const files = {
    key: target.privateKey.reveal(),
    known_hosts: target.knownHosts.map((line) => `${line}\n`).join(""),
    config: sshConfig(target, folder),
  };
  try {
    for (const [name, content] of Object.entries(files)) {
      await writeFile(path.join(folder, name), content, { mode: 0o600, flag: "wx" });
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    configFile: path.join(folder, "config"),
    remove,
    async readKnownHosts() {
      const lines = (await readFile(knownHostsFile, "utf8")).split("\n");
      return lines.filter((line) => line !== "");
    },
  };
}

/** Every setting that could run a program, ask somebody, leave a trace or lead elsewhere is spelled out. */
function sshConfig(target: SshTarget, folder: string): string {
  const settings: Record<string, string | number> = {
    HostName: target.address,
    Port: target.port,
    User: target.user,
    HostKeyAlias: target.alias,
    IdentityFile: quotePath(path.join(folder, "key")),
    IdentitiesOnly: "yes",
    IdentityAgent: "none",
    UserKnownHostsFile: quotePath(path.join(folder, "known_hosts")),
    GlobalKnownHostsFile: "/dev/null",
    StrictHostKeyChecking: target.knownHosts.length === 0 ? "accept-new" : "yes",
    UpdateHostKeys: "no",
    HashKnownHosts: "no",
    CheckHostIP: "no",
    CanonicalizeHostname: "no",
    BatchMode: "yes",
    PreferredAuthentications: "publickey",
    PasswordAuthentication: "no",
    KbdInteractiveAuthentication: "no",
    ProxyCommand: "none",
    ProxyJump: "none",
    PermitLocalCommand: "no",
    ForwardAgent: "no",
    ForwardX11: "no",
    ClearAllForwardings: "yes",
    ControlMaster: "no",
    ControlPath: "none",
    ConnectTimeout: connectTimeoutS,
    ServerAliveInterval: aliveIntervalS,
    ServerAliveCountMax: aliveTries,
    // A host's greeting must not be taken for words of ssh.
    LogLevel: "ERROR",
  };
  const lines = Object.entries(settings).map(([name, value]) => `  ${name} ${value}\n`);
  return `Host *\n${lines.join("")}`;
}

/** Percent signs begin variables there. */
function quotePath(file: string): string {
  return `"${file.replaceAll("%", "%%")}"`;
}

const namePrefix = "cairn-ssh-";

/** A server that was killed leaves its keys behind; the folder's name says which process made it. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(namePrefix));
  for (const name of names) {
    const folder = path.join(tmpdir(), name);
    // What belongs to another account cannot be removed and need not be.
    if (await isLeftover(folder, Number(name.split("-")[2]))) await rm(folder, { recursive: true }).catch(() => {});
  }
}

/** In a container every start of the server has the same process id, so its age is checked too. */
async function isLeftover(folder: string, pid: number): Promise<boolean> {
  if (pid !== process.pid) return !isAlive(pid);
  const startedAtMs = Date.now() - process.uptime() * 1000;
  const made = await stat(folder).catch(() => null);
  return made !== null && made.mtimeMs < startedAtMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
