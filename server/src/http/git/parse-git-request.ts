import type { IncomingMessage } from "node:http";

import type { GitHttpRequest, GitService } from "#server/platform/git/hosting/serve-git.ts";

/** Requests below this path are git's. */
export const gitPath = "/git";

export interface GitTarget {
  /** Slug or id. */
  organization: string;
  slug: string;
  service: GitService;
  isAdvertisement: boolean;
}

const address =
  /^\/git\/([A-Za-z0-9-]{1,64})\/([A-Za-z0-9-]{1,64})\.git\/(info\/refs|git-upload-pack|git-receive-pack)$/;

/**
 * The target of a request; null for everything but the three addresses of git's "smart" protocol. The method is not
 * checked: git receives the one that belongs to the address.
 */
export function parseGitTarget(url: string): GitTarget | null {
  const [path = "", query = ""] = url.split("?", 2);
  const [, organization, slug, what] = address.exec(path) ?? [];
  if (organization === undefined || slug === undefined || what === undefined) return null;
  const isAdvertisement = what === "info/refs";
  const service = isAdvertisement ? new URLSearchParams(query).get("service") : what;
  if (service !== "git-upload-pack" && service !== "git-receive-pack") return null;
  return {
    organization,
    slug,
    service: service === "git-upload-pack" ? "upload-pack" : "receive-pack",
    isAdvertisement,
  };
}

/** The secret of an Authorization header: the password (with any user name) or a bearer token. Null when absent. */
export function parseSecret(authorization: string | undefined): string | null {
  const [, scheme = "", value = ""] = /^(basic|bearer) +([^\s]+)$/i.exec(authorization ?? "") ?? [];
  if (value === "") return null;
  if (scheme.toLowerCase() === "bearer") return value;
  const [, password = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(value, "base64").toString("utf8")) ?? [];
  return password === "" ? null : password;
}

/** The headers that git needs of a request; null for a content encoding that git cannot read. */
export function parseGitHeaders(request: IncomingMessage, target: GitTarget): GitHttpRequest | null {
  const { headers } = request;
  const encoding = headers["content-encoding"] ?? "identity";
  if (!["identity", "gzip", "x-gzip"].includes(encoding)) return null;
  const protocol = headers["git-protocol"];
  return {
    service: target.service,
    isAdvertisement: target.isAdvertisement,
    contentType: headers["content-type"] ?? "",
    isGzipped: encoding !== "identity",
    protocol: typeof protocol === "string" && isGitProtocol(protocol) ? protocol : null,
  };
}

/** The known protocol versions; anything else is dropped, and git then uses the oldest. */
export function isGitProtocol(text: string): boolean {
  return /^version=[0-2]$/.test(text);
}
