import { AppError } from "@cairn/contract/errors";
import type { Integration } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";
import type { GithubPort } from "#server/platform/github/github-port.ts";

const notSetUp =
  "GitHub is not set up on this server. Repositories can be connected by git over SSH or by their address instead.";

/** The integration as everybody of this server sees it. */
export function githubIntegration(ctx: Pick<Ctx, "github">): Integration {
  return { type: "github", name: "GitHub", unavailableReason: ctx.github ? null : notSetUp };
}

export function requireGithub(ctx: Pick<Ctx, "github">): GithubPort {
  if (ctx.github) return ctx.github;
  throw new AppError("conflict", { message: notSetUp });
}
