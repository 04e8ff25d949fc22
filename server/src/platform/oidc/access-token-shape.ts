import { errors, type KoaContext } from "oidc-provider";

import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { agentScope, readAgentAddress } from "./agent-address.ts";
import { audienceOfGrant, isAgent } from "./agent-grants.ts";
import { isSignInElsewhere } from "./own-issuer.ts";
import { signingAlgorithm } from "./signing-keys.ts";

/** The scopes a token needs to act as its user on the API. */
export const apiScopes: readonly string[] = ["api:read", "api:write"];

/** The private claim that names the grant a token was issued under, so that signing out ends it at once. */
export const grantClaim = "grant_id";

type ShapeSettings = Pick<Settings, "addresses" | "limits">;

/** How tokens for a resource look: the API is the web app's only one, and the MCP server of a product an agent's. */
export function describeResource({ oidc }: Required<KoaContext>, resource: string, settings: ShapeSettings) {
  const { addresses } = settings;
  if (!isAgent(oidc.client, addresses)) {
    if (resource !== addresses.apiHost) throw new errors.InvalidTarget();
    return describeApi(settings);
  }
  // Where people sign in elsewhere, no agent signs in: our pages would ask for a password past the provider.
  if (isSignInElsewhere(addresses) || !readAgentAddress(addresses, resource)) throw new errors.InvalidTarget();
  // One token is for one product.
  if (Array.isArray(oidc.params.resource)) throw new errors.InvalidTarget();
  // Before there is a grant nothing is issued, so it does not matter what the product's ids are, or whether it exists.
  const audience = audienceOfGrant(oidc.entities.Grant, addresses) ?? resource;
  return { ...shape(settings), scope: agentScope, audience };
}

/** Tokens for the API. */
export function describeApi(settings: ShapeSettings) {
  return { ...shape(settings), scope: apiScopes.join(" "), audience: settings.addresses.apiHost };
}

function shape({ limits }: ShapeSettings) {
  return {
    accessTokenFormat: "jwt",
    accessTokenTTL: limits.accessTokenTtlS,
    jwt: { sign: { alg: signingAlgorithm } },
  };
}
