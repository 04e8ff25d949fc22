import type { GitService } from "#server/platform/git/hosting/serve-git.ts";

export interface GitCommand {
  service: GitService;
  /** Slug or id. */
  organization: string;
  slug: string;
}

const command = /^git[ -](upload-pack|receive-pack) (?:'([^']{1,200})'|([^'\s]{1,200}))$/;
const address = /^\/?([A-Za-z0-9-]{1,64})\/([A-Za-z0-9-]{1,64}?)(?:\.git)?\/?$/;

/** The command of a git client over SSH; null for every other text. Client text is never executed. */
export function parseGitCommand(text: string): GitCommand | null {
  const [, service, quoted, bare] = command.exec(text) ?? [];
  const [, organization, slug] = address.exec(quoted ?? bare ?? "") ?? [];
  if (organization === undefined || slug === undefined) return null;
  return { service: service === "receive-pack" ? "receive-pack" : "upload-pack", organization, slug };
}
