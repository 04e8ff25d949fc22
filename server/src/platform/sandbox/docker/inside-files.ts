import { createHash, randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";
import { createEngineProfile } from "#server/platform/sandbox/seccomp/engine-profile.ts";
import type { SandboxAccount } from "#server/platform/sandbox/walls/sandbox-account.ts";
import { ownEtcFiles } from "#server/platform/sandbox/walls/system-mounts.ts";

/** The filter of system calls as a file, since Docker's program reads it from one. */
export function writeProfile(folder: string): string {
  return writeOnce(folder, "seccomp.json", createEngineProfile());
}

/** Users, groups and hosts as they are inside. Numbers are those of the machine, and many programs want a name for theirs. */
export function insideEtc(folder: string, { uid, gid }: SandboxAccount): SandboxMount[] {
  const passwd = `root:x:0:0:root:/nonexistent:/bin/false\nbuilder:x:${uid}:${gid}:builder:/home/builder:/bin/sh\n`;
  const group = `root:x:0:\nbuilder:x:${gid}:\nnogroup:x:65534:\n`;
  const written = { passwd, group, "resolv.conf": "" };
  const names = Object.keys(written).map((name) => `/etc/${name}`);
  return [
    ...ownEtcFiles().filter(({ target }) => !names.includes(target)),
    ...Object.entries(written).map(([name, text]) => ({
      source: writeOnce(folder, name, text),
      target: `/etc/${name}`,
    })),
  ];
}

/** Names a data directory and no other, on whatever machine; `folder` is one of it. */
export function readPlaceId(folder: string): string {
  const file = path.join(folder, "engine-id");
  try {
    return readFileSync(file, "utf8");
  } catch {
    const hidden = `${file}.${randomUUID()}`;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(hidden, randomUUID());
    try {
      // Of servers that begin at once one names it.
      linkSync(hidden, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(hidden);
    }
    return readFileSync(file, "utf8");
  }
}

/** A file with this text, by a name that says which text it is. */
function writeOnce(folder: string, name: string, text: string): string {
  const file = path.join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 16)}-${name}`);
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return file;
  const hidden = `${file}.${process.pid}.${performance.now()}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(hidden, text, { mode: 0o644 });
  renameSync(hidden, file);
  return file;
}
