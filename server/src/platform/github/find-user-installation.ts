import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import type { GithubCalls, GithubSettings } from "./github-calls.ts";
import type { GithubInstallation } from "./github-port.ts";
import { idSchema } from "./id-schema.ts";
import { readPages } from "./read-pages.ts";

const exchangeSchema = z.union([z.object({ access_token: z.string().min(1) }), z.object({ error: z.string() })]);

const installationSchema = z.object({
  id: idSchema,
  /** An enterprise has a slug instead of a login. */
  account: z.union([z.object({ login: z.string() }), z.object({ slug: z.string() })]),
  suspended_at: z.string().nullish(),
});

/** A token that acts for the person who gave `code`; it is used for a few questions and kept nowhere. */
export async function exchangeCode(
  calls: GithubCalls,
  settings: GithubSettings,
  { code, signal }: { code: string; signal: AbortSignal },
): Promise<string> {
  const answer = await calls.read(exchangeSchema, {
    method: "POST",
    url: `${settings.webBase}/login/oauth/access_token`,
    params: { client_id: settings.clientId, client_secret: settings.clientSecret.reveal(), code },
    as: null,
    signal,
  });
  if ("access_token" in answer) return answer.access_token;
  if (answer.error === "bad_verification_code") {
    throw new AppError("invalid_input", { message: "GitHub's answer is used up or too old. Connect again." });
  }
  const message = "GitHub does not accept this server's GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.";
  throw new AppError("vendor_failed", { message, cause: new Error(`GitHub said ${answer.error.slice(0, 100)}`) });
}

/** The installation, if the person of the token may see it; else null. */
export async function findVisible(
  calls: GithubCalls,
  { installationId, token, signal }: { installationId: string; token: string; signal: AbortSignal },
): Promise<GithubInstallation | null> {
  const visible = await readPages(calls, {
    url: "/user/installations",
    name: "installations",
    entry: installationSchema,
    as: { token },
    signal,
  });
  const found = visible.find(({ id }) => id === installationId);
  if (!found) return null;
  const account = "login" in found.account ? found.account.login : found.account.slug;
  return { installationId, account, isSuspended: Boolean(found.suspended_at) };
}
