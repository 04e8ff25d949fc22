import { existsSync, lstatSync, readlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import type { SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";

/** Folders that most systems keep in /usr and link to. */
const besideUsr = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];
/** What programs of /usr cannot do without; no secret is in them. */
const neededOfEtc = ["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ssl/certs", "localtime"];
/** Users, groups and hosts as they are inside. */
export const ownEtc = fileURLToPath(new URL("etc", import.meta.url));

/** The machine's programs as a sandbox sees them, read-only, and nothing else of the machine. */
export interface SystemFiles {
  mounts: SandboxMount[];
  /** Where they lie, and what they say. */
  links: { file: string; text: string }[];
}

export function systemFiles(): SystemFiles {
  const folders = besideUsr.map((name) => `/${name}`).filter((folder) => existsSync(folder));
  const isLink = (folder: string) => lstatSync(folder).isSymbolicLink();
  const etc = neededOfEtc.map((name) => `/etc/${name}`).filter((file) => existsSync(file));
  const shown = ["/usr", ...folders.filter((folder) => !isLink(folder)), ...etc];
  return {
    mounts: shown.map((file) => ({ source: file, target: file })),
    links: folders.filter(isLink).map((file) => ({ file, text: readlinkSync(file) })),
  };
}

/** The same as arguments of bubblewrap. */
export function systemMounts(): string[] {
  const { mounts, links } = systemFiles();
  return [
    ...mounts.flatMap(({ source, target }) => ["--ro-bind", source, target]),
    ...links.flatMap(({ file, text }) => ["--symlink", text, file]),
  ];
}

export function ownEtcFiles(): SandboxMount[] {
  return ["passwd", "group", "hosts", "nsswitch.conf"].map((name) => ({
    source: path.join(ownEtc, name),
    target: `/etc/${name}`,
  }));
}
