import { z } from "zod";

import { sshUrlSchema } from "./repository-connection.ts";
import { parseRepositoryUrl } from "./repository-url.ts";
import { validation } from "./texts.ts";

/** What one field says of a repository. "github" names one of any account, which may be connected here or public. */
export type RepositoryAddress =
  | { type: "url"; url: string }
  | { type: "ssh"; url: string }
  | { type: "github"; owner: string; repo: string };

/** What people copy with the address, and the options of it that have a value. */
const cloneCommand = /^git\s+clone\s+/i;
const optionWithValue = /--?[\w-]+\s+\d+\s+|--?(?:b|branch|o|origin)\s+\S+\s+|--?\S+\s+/giy;
const githubName = /^([a-z\d](?:[a-z\d-]{0,38}))\/([\w.-]{1,100})$/i;
/** A page of a repository at GitHub, such as that of a folder or an issue. */
const githubPage =
  /^https?:\/\/(?:www\.)?github\.com\/([^\s/?#]+)\/([^\s/?#]+)\/(?:tree|blob|issues|pulls?|wiki|actions|commits?)(?:[/?#]\S*)?$/i;
const withoutScheme = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?::\d{1,5})?\/\S+$/i;

/**
 * Reads what a person pasted: an address of HTTP or SSH, also without its scheme or with "git clone" before it, a page of
 * GitHub, or "owner/repository" of GitHub. Null when it is none of these.
 */
export function readRepositoryAddress(typed: string): RepositoryAddress | null {
  const command = cloneCommand.exec(typed.trim());
  const text = command ? firstArgument(typed.trim().slice(command[0].length)) : typed.trim();
  const [, owner, repo] = githubName.exec(text) ?? [];
  // "example.com/shop" could be either; nobody's GitHub account has a dot in its name.
  if (owner && repo) return { type: "github", owner, repo: repo.replace(/\.git$/i, "") };
  const page = githubPage.exec(text);
  if (page) return { type: "url", url: `https://github.com/${page[1]}/${page[2]}` };
  if (sshUrlSchema.safeParse(text).success) return { type: "ssh", url: text };
  const url = withoutScheme.test(text) ? `https://${text}` : text;
  return /^https?:/i.test(url) && parseRepositoryUrl(url).path !== "" ? { type: "url", url } : null;
}

/** Without the options before it and the folder after it. */
function firstArgument(words: string): string {
  const rest = words.replace(optionWithValue, "");
  return rest.split(/\s/)[0] ?? "";
}

const repositoryAddressMessage =
  "This is not the address of a repository. Paste https://host/owner/repository, git@host:owner/repository or, of GitHub, owner/repository";

export const repositoryAddressSchema = z
  .string()
  .trim()
  .min(1, "Paste the address of a repository")
  .max(2048)
  .superRefine((text, context) => {
    if (readRepositoryAddress(text) !== null) return;
    const message = /^(?:git@|ssh:)/i.test(text) ? validation.gitUrlInvalid : repositoryAddressMessage;
    context.addIssue({ code: "custom", message });
  });

/** The last part of an address, which is what the repository is called. */
export function nameOfAddress(address: RepositoryAddress): string {
  if (address.type === "github") return address.repo;
  return parseRepositoryUrl(address.url).path.split("/").at(-1) ?? "";
}
