import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import type { Egress } from "#server/platform/egress/resolve-address.ts";
import type {
  CommandEnd,
  CommandOptions,
  InstallEnd,
  InstallOptions,
  SandboxMount,
  WorkCopy,
} from "#server/platform/sandbox/port/sandbox-port.ts";
import type { RunOwnCommand } from "#server/platform/sandbox/work-copy/run-own-command.ts";
import { partsOfWorkCopy } from "#server/platform/sandbox/work-copy/work-copy-folders.ts";

import { createInstallKeys } from "./install-key.ts";
import type { KeptInstall, KeptInstalls } from "./kept-installs.ts";
import { openRegistryProxy, type RegistryProxy } from "./registry-proxy.ts";
import { trustedAuthorities } from "./trusted-authorities.ts";

/** What installs need of the sandbox they run in. */
export interface InstallParts {
  kept: KeptInstalls;
  /** `host:port` each; none: installs have no network either. */
  registryHosts: readonly string[];
  egress: Pick<Egress, "checkUrl">;
  /** Changes with the versions of what commands see. */
  toolchains: string;
  maxBytes: number;
  runOwn: RunOwnCommand;
  run(command: readonly string[], options: CommandOptions): Promise<CommandEnd>;
  /** Which installs a work copy has seen, and nothing else, as a key; null where something else ran in it. */
  historyOf(workCopy: WorkCopy): string | null;
  setHistory(workCopy: WorkCopy, key: string | null): void;
  /** Makes room for what was kept. */
  trim(): Promise<void>;
}

const inside = { proxy: "/opt/cairn/proxy", bridge: "/opt/cairn/bridge.ts", archive: "/opt/cairn/install.tar" };
/** The program that passes an install's connections on, inside. */
export const bridgeFile = fileURLToPath(new URL("bridge.ts", import.meta.url));
const archiveName = "install.tar";

/** Downloads that nothing needs after an install would double what is kept of it; nobody reads of newer versions. */
const installEnvironment = {
  npm_config_cache: "/tmp/npm",
  npm_config_update_notifier: "false",
  PIP_CACHE_DIR: "/tmp/pip",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
};

/**
 * What is refused once is refused every time, and npm would wait 70 seconds to ask three times. A registry that stumbles is
 * asked again at once; without any, there is nobody to ask.
 */
function retryEnvironment({ registryHosts }: Pick<InstallParts, "registryHosts">): Record<string, string> {
  const retries = registryHosts.length === 0 ? "0" : "2";
  return {
    npm_config_fetch_retries: retries,
    npm_config_fetch_retry_mintimeout: "500",
    npm_config_fetch_retry_maxtimeout: "2000",
    PIP_RETRIES: retries,
  };
}

/** Everything that is not of the commit, ignored or not, and the home. Names may hold anything but a zero. */
const archiveScript = `
set -eu
git ls-files --others --directory -z | sed -z 's|^|work/|' > "$GIT_DIR/list"
tar --create --file="$GIT_DIR/${archiveName}" --directory=/ --null --files-from="$GIT_DIR/list" home/builder
`;
const restoreCommand = ["/usr/bin/tar", "--extract", `--file=${inside.archive}`, "--directory=/", "--no-overwrite-dir"];

/** Puts back what the same install left before, or runs it and keeps what it leaves. */
export async function runInstall(options: InstallOptions, parts: InstallParts): Promise<InstallEnd> {
  const { workCopy, isTrusted, signal } = options;
  const before = parts.historyOf(workCopy);
  if (before === null) return await runNow(options, parts);
  const keys = await createInstallKeys({ ...options, before, toolchains: parts.toolchains }, signal);
  for (const key of [keys.shared, keys.own]) {
    const restored = key === null ? null : await restore(key, options, parts);
    if (restored !== null) return restored;
  }
  const end = await runNow(options, parts);
  const key = isTrusted ? (keys.shared ?? keys.own) : keys.own;
  const isUntouched = end.exitCode === 0 && parts.historyOf(workCopy) === before;
  parts.setHistory(workCopy, isUntouched && (await keep(key, options, parts)) ? key : null);
  return end;
}

/** Null where nothing was kept. One that ended badly leaves a work copy that holds a part of it. */
async function restore(
  key: string,
  { workCopy, signal }: InstallOptions,
  parts: InstallParts,
): Promise<InstallEnd | null> {
  const archive = await parts.kept.find(keptInstall(workCopy, key));
  if (archive === null) return null;
  const mounts = [{ source: archive, target: inside.archive }];
  const { end } = await parts.runOwn(workCopy, { command: restoreCommand, hasHome: true, mounts, signal });
  const isRestored = end.exitCode === 0;
  parts.setHistory(workCopy, isRestored ? key : null);
  if (isRestored)
    return { ...end, message: "was put back as the same install left it before", isRestored, refusals: [] };
  if (end.reason !== "stopped") await parts.kept.remove(keptInstall(workCopy, key));
  return { ...end, message: `was not put back as it was kept: it ${end.message}`, isRestored, refusals: [] };
}

async function keep(key: string, { workCopy, signal }: InstallOptions, parts: InstallParts): Promise<boolean> {
  const file = path.join(workCopy.directory, partsOfWorkCopy.repository, archiveName);
  try {
    const { end } = await parts.runOwn(workCopy, { command: ["/bin/sh", "-c", archiveScript], hasHome: true, signal });
    // What cannot be kept, such as files that nobody may read, is installed anew the next time.
    if (end.exitCode !== 0) return false;
    await parts.kept.add(keptInstall(workCopy, key), file);
    await parts.trim();
    return true;
  } finally {
    await rm(file, { force: true });
  }
}

function keptInstall({ objects }: WorkCopy, key: string): KeptInstall {
  return { repository: path.dirname(objects), key };
}

async function runNow(options: InstallOptions, parts: InstallParts): Promise<InstallEnd> {
  const { command, isTrusted: _isTrusted, ...rest } = options;
  const line = ["/bin/sh", "-c", command];
  const env = { ...installEnvironment, ...retryEnvironment(parts), ...options.env };
  if (parts.registryHosts.length === 0) {
    return { ...(await parts.run(line, { ...rest, env })), isRestored: false, refusals: [] };
  }
  const proxy = await openProxy(options.workCopy, parts);
  try {
    const bridge = ["/opt/cairn/bin/node", inside.bridge, `${inside.proxy}/${proxy.socket}`, ...line];
    const trusted = trustedAuthorities();
    const mounts = [...proxyMounts(options.workCopy), ...trusted.mounts];
    const end = await parts.run(bridge, { ...rest, env: { ...trusted.env, ...env }, mounts });
    return { ...end, isRestored: false, refusals: proxy.refusals() };
  } finally {
    await proxy.close();
  }
}

function openProxy(workCopy: WorkCopy, { registryHosts, egress, maxBytes }: InstallParts): Promise<RegistryProxy> {
  return openRegistryProxy({ folder: proxyFolder(workCopy), hosts: new Set(registryHosts), egress, maxBytes });
}

function proxyMounts(workCopy: WorkCopy): SandboxMount[] {
  return [
    { source: bridgeFile, target: inside.bridge },
    { source: proxyFolder(workCopy), target: inside.proxy, hasSockets: true },
  ];
}

function proxyFolder({ directory }: WorkCopy): string {
  return path.join(directory, "proxy");
}
