import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";

import { AppError } from "@cairn/contract/errors";
import ipaddr from "ipaddr.js";

import type { CheckedAddress, Egress } from "#server/platform/egress/resolve-address.ts";
import { isHostKeyFailure } from "#server/platform/git/process/explain-git-failure.ts";
import type { GitSettings } from "#server/platform/git/process/git-settings.ts";
import type { Secret } from "#server/platform/secrets/secret.ts";
import { hostAlias, parseSshAddress } from "#server/platform/ssh/parse-ssh-address.ts";
import { writeSshFiles } from "#server/platform/ssh/ssh-files.ts";

/** Where a mirror's branches come from. `path` is for the operator's command line alone, never for a request. */
export type Remote =
  | { kind: "url"; url: string; credential?: { username: string; password: string } }
  | SshRemote
  | { kind: "path"; path: string };

export interface SshRemote {
  kind: "ssh";
  url: string;
  /** In OpenSSH's format. */
  privateKey: Secret;
  /** Lines of a known_hosts file. With none the first contact decides; with some, another key is an error. */
  knownHosts: readonly string[];
  /** Called once with what the first contact showed, also when the host then refused the key. */
  onHostKeys?: (lines: string[]) => Promise<void>;
}

/** A remote that may be talked to: checked, and pinned to the addresses that were checked. */
export interface OpenRemote {
  /** What git gets as its remote; never holds a credential. */
  address: string;
  settings: Pick<GitSettings, "allowProtocol" | "config" | "credential" | "sshConfigFile">;
  /** Options that `fetch` and `ls-remote` need for this remote. */
  options: readonly string[];
  /** Null where it is not a web address. */
  checked: CheckedAddress | null;
}

/** A local repository often belongs to another user than the server; serving it runs nothing from inside it. */
const localOptions = ["--upload-pack=git -c 'safe.directory=*' upload-pack"];

interface OpenOptions {
  egress: Egress;
  /** How long the remote may send nothing. */
  stallTimeoutMs: number;
}

/** Checks a remote before git sees it, and opens it for as long as `work` takes. */
export async function withRemote<T>(
  remote: Remote,
  options: OpenOptions,
  work: (open: OpenRemote) => Promise<T>,
): Promise<T> {
  switch (remote.kind) {
    case "path":
      return await work(await openPath(remote.path));
    case "url":
      return await work(await openUrl(remote, options));
    case "ssh":
      return await withSsh(remote, options, work);
  }
}

async function openUrl(remote: Remote & { kind: "url" }, options: OpenOptions): Promise<OpenRemote> {
  const checked = await options.egress.checkUrl(remote.url);
  const { url } = checked;
  const credential = remote.credential === undefined ? undefined : { origin: url.origin, ...remote.credential };
  if (credential !== undefined && /[\r\n\0]/.test(credential.username + credential.password)) {
    throw new AppError("invalid_input", { message: "The user name or password has a line break in it." });
  }
  return {
    address: `${url.origin}${url.pathname}${url.search}`,
    settings: {
      allowProtocol: url.protocol === "http:" ? "http:https" : "https",
      config: [
        // One byte a second is enough: a healthy server that prepares a large answer sends keep-alives.
        "http.lowSpeedLimit=1",
        `http.lowSpeedTime=${Math.max(1, Math.ceil(options.stallTimeoutMs / 1000))}`,
        ...pinnedAddresses(checked),
      ],
      credential,
    },
    options: [],
    checked,
  };
}

async function openPath(path: string): Promise<OpenRemote> {
  const isFolder =
    isAbsolute(path) &&
    (await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ));
  // Where things lie on this machine is not for everybody who reads this.
  if (!isFolder) {
    throw new AppError("invalid_input", {
      message: "The folder that this repository was imported from is gone.",
      cause: new Error(`there is no folder ${path}`),
    });
  }
  return { address: path, settings: { allowProtocol: "file" }, options: localOptions, checked: null };
}

/** Pins the host's addresses for curl, so that no second look-up can lead elsewhere. */
function pinnedAddresses({ host, port, addresses }: CheckedAddress): string[] {
  return ipaddr.isValid(host) ? [] : [`http.curloptResolve=${host}:${port}:${addresses.join(",")}`];
}

/** Replaces the host in git's and ssh's arguments; the settings file maps it to the real one. */
const placeholderHost = "repository-host";

async function withSsh<T>(
  remote: SshRemote,
  { egress }: OpenOptions,
  work: (open: OpenRemote) => Promise<T>,
): Promise<T> {
  const { user, path, ...target } = parseSshAddress(remote.url);
  const { host, port, addresses } = await egress.checkHost(target);
  const alias = hostAlias({ host, port });
  const { privateKey, knownHosts } = remote;
  const files = await writeSshFiles({ user, address: addresses[0] ?? "", port, alias, privateKey, knownHosts });
  try {
    return await work({
      address: path.startsWith("/") ? `ssh://${placeholderHost}${path}` : `${placeholderHost}:${path}`,
      settings: { allowProtocol: "ssh", sshConfigFile: files.configFile },
      options: [],
      checked: null,
    });
  } catch (error) {
    throw isHostKeyFailure(error) ? nameHost(error, host) : error;
  } finally {
    const seen = knownHosts.length === 0 ? await files.readKnownHosts() : [];
    await files.remove();
    if (seen.length > 0) await remote.onHostKeys?.(seen);
  }
}

function nameHost(error: AppError, host: string): AppError {
  const message = `The host key of ${host} has changed, so this may be another machine that takes its place. An Admin can forget the old key in the repository's settings if this was intended.`;
  return new AppError(error.code, { message, details: error.details, cause: error.cause });
}
