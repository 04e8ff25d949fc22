import type { GithubName } from "./github-port.ts";

/** Whether GitHub could have a repository of this name; anything else must not become part of an address. */
export function isGithubName({ owner, repo }: GithubName): boolean {
  return [owner, repo].every((part) => /^[\w.-]{1,100}$/.test(part) && part !== "." && part !== "..");
}
