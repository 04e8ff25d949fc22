import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";

import { AppError } from "@cairn/contract/errors";
import ipaddr from "ipaddr.js";

import type { CheckedAddress, Egress } from "#server/platform/egress/resolve-address.ts";

import type { GitSettings } from "./git-settings.ts";

/** Where a mirror's branches come from. `path` is for the operator's command line alone, never for a request. */
export type Remote =
  | { kind: "url"; url: string; credential?: { username: string; password: string } }
  | { kind: "path"; path: string };

/** A remote that may be talked to: checked, and pinned to the addresses that were checked. */
export interface OpenRemote {
  /** What git gets as its remote; never holds a credential. */
  address: string;
  settings: Pick<GitSettings, "allowProtocol" | "config" | "credential">;
  /** Options that `fetch` and `ls-remote` need for this remote. */
  options: readonly string[];
  /** Null for a path. */
  checked: CheckedAddress | null;
}

/** A local repository often belongs to another user than the server; serving it runs nothing that lies in it. */
const localOptions = ["--upload-pack=git -c 'safe.directory=*' upload-pack"];

/** Checks a remote before git sees it. `stallTimeoutMs` is how long the remote may send nothing. */
export async function openRemote(
  remote: Remote,
  options: { egress: Egress; stallTimeoutMs: number },
): Promise<OpenRemote> {
  if (remote.kind === "path") return openPath(remote.path);
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
  if (!isFolder) throw new AppError("invalid_input", { message: `There is no folder ${path}.` });
  return { address: path, settings: { allowProtocol: "file" }, options: localOptions, checked: null };
}

/** Tells curl where the host is, so that no second look-up can lead elsewhere. */
function pinnedAddresses({ host, port, addresses }: CheckedAddress): string[] {
  return ipaddr.isValid(host) ? [] : [`http.curloptResolve=${host}:${port}:${addresses.join(",")}`];
}
