import { errors } from "oidc-provider";

import { signingAlgorithm } from "./signing-keys.ts";

/** The scopes a token needs to act as its user on the API. */
export const apiScopes: readonly string[] = ["api:read", "api:write"];

/** The private claim that names the grant a token was issued under, so that signing out ends it at once. */
export const grantClaim = "grant_id";

/** How tokens for a resource look. The API is the only one, and what is asked for when the client names none. */
export function describeResource(resource: string, api: { apiHost: string; accessTokenTtlS: number }) {
  if (resource !== api.apiHost) throw new errors.InvalidTarget();
  return {
    scope: apiScopes.join(" "),
    audience: api.apiHost,
    accessTokenFormat: "jwt",
    accessTokenTTL: api.accessTokenTtlS,
    jwt: { sign: { alg: signingAlgorithm } },
  };
}
