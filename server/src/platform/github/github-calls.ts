import { AppError } from "@cairn/contract/errors";
import { createAppAuth } from "@octokit/auth-app";
import { request } from "@octokit/request";
import type { z, ZodType } from "zod";

import { createEgress } from "#server/platform/egress/resolve-address.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { explainGithubFailure } from "./explain-github-failure.ts";
import { createPinnedFetch } from "./pinned-fetch.ts";

export type GithubSettings = NonNullable<Settings["github"]>;

export interface GithubCall {
  method: "GET" | "POST";
  /** Below the address of the API with `{name}` for each of `params`, or a whole address of one of the two hosts. */
  url: string;
  /** Parameters named in `url`; all others become the query or the body. */
  params?: Record<string, unknown>;
  /** The app itself, or the bearer of a token; null for nobody. */
  as: "app" | { token: string } | null;
  signal: AbortSignal;
}

interface GithubAnswer {
  status: number;
  /** Null unless it is a redirect. */
  location: string | null;
  data: unknown;
}

export interface GithubCalls {
  /** The answer, read by `schema`. A redirect counts as a failure. */
  read<S extends ZodType>(schema: S, call: GithubCall): Promise<z.output<S>>;
  /** The answer as it came, redirects too. */
  send(call: GithubCall): Promise<GithubAnswer>;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 16 * 1024 * 1024;
/** The library would write to the console. */
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const headers = {
  accept: "application/vnd.github+json",
  "x-github-api-version": "2022-11-28",
  "user-agent": "cairn",
};

/** Calls to the two hosts of the settings and no others. */
export function createGithubCalls(settings: GithubSettings): GithubCalls {
  const { appId, privateKey, apiBase, webBase } = settings;
  const egress = createEgress({ allow: [apiBase, webBase].map(endpointOf).join(",") });
  const fetch = createPinnedFetch({ egress, timeoutMs, maxAnswerBytes });
  const send = request.defaults({ baseUrl: apiBase, headers, request: { fetch, log: silent } });
  const auth = createAppAuth({ appId, privateKey: privateKey.reveal(), request: send, log: silent });
  const tokenOf = async (as: GithubCall["as"]) => (as === "app" ? (await auth({ type: "app" })).token : as?.token);
  const call = async ({ method, url, params, as, signal }: GithubCall): Promise<GithubAnswer> => {
    try {
      const token = await tokenOf(as);
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await send<unknown>({ ...params, method, url, headers: authorization, request: { signal } });
      return { status: answer.status, location: answer.headers.location ?? null, data: answer.data };
    } catch (error) {
      throw explainGithubFailure(error, { call: `${method} ${url}`, isApp: as === "app" });
    }
  };
  return {
    send: call,
    async read(schema, wanted) {
      const { status, data } = await call(wanted);
      const parsed = schema.safeParse(data);
      if (status < 300 && parsed.success) return parsed.data;
      const cause = new Error(`${wanted.method} ${wanted.url} was answered ${status} in another form than GitHub's`);
      throw new AppError("vendor_failed", {
        message: "GitHub gave an answer that this server does not understand.",
        cause,
      });
    },
  };
}

/** The operator's word on where GitHub is counts as an entry of EGRESS_ALLOW for these calls. */
function endpointOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
