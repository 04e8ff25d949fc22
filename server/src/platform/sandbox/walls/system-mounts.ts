import { existsSync, lstatSync, readlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Folders that most systems keep in /usr and link to. */
const besideUsr = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];
/** What programs of /usr cannot do without; no secret is in them. */
const neededOfEtc = ["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ssl/certs", "localtime"];
/** Users, groups and hosts as they are inside. */
export const ownEtc = fileURLToPath(new URL("etc", import.meta.url));

/** Arguments of bubblewrap that show the machine's programs, read-only, and nothing else of it. */
export function systemMounts(): string[] {
  return [
    "--ro-bind",
    "/usr",
    "/usr",
    ...besideUsr.flatMap(showBesideUsr),
    ...neededOfEtc.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
  ];
}

export function ownEtcFiles(): { source: string; target: string }[] {
  return ["passwd", "group", "hosts", "nsswitch.conf"].map((name) => ({
    source: path.join(ownEtc, name),
    target: `/etc/${name}`,
  }));
}

function showBesideUsr(name: string): string[] {
  const folder = `/${name}`;
  if (!existsSync(folder)) return [];
  return lstatSync(folder).isSymbolicLink()
    ? ["--symlink", readlinkSync(folder), folder]
    : ["--ro-bind", folder, folder];
}
