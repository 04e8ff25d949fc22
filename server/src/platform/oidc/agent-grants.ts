import { and, eq } from "drizzle-orm";
import { interactionPolicy, type KoaContext, type OidcClient, type OidcGrant, type Provider } from "oidc-provider";

import type { Db } from "#server/platform/db/open-db.ts";
import { oidcRecords } from "#server/platform/db/tables/users.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { agentScope, isAgentAudience } from "./agent-address.ts";

type GrantAddresses = Settings["addresses"];

/** How long a registration is kept after somebody last allowed its client something: the client remembers it, too. */
const usedClientLifetimeMs = 365 * 86_400_000;

/** Every client but the web app is an agent's, made by registration. */
export function isAgent(
  client: Pick<OidcClient, "clientId">,
  { authClientId }: Pick<GrantAddresses, "authClientId">,
): boolean {
  return client.clientId !== authClientId;
}

/**
 * Asks for consent, every time: an agent's client has no secret, and who listens at a loopback address or opens
 * a private scheme cannot be known. A signed-in browser is therefore never enough to grant an agent access.
 */
export function consentPrompt(addresses: GrantAddresses) {
  const { Check, Prompt } = interactionPolicy;
  const isDue = ({ oidc }: Required<KoaContext>) => isAgent(oidc.client, addresses) && !oidc.result?.consent;
  const description = "the person has to allow it";
  return new Prompt(
    { name: "consent", requestable: true },
    new Check("agent_consent", description, "consent_required", isDue),
  );
}

/** What the signed-in person has just allowed; undefined before that. It is part of no browser session. */
export async function findAllowedGrant({ oidc }: Required<KoaContext>): Promise<OidcGrant | undefined> {
  const { result, provider, account, client } = oidc;
  // The only scope for agents, whatever they request.
  oidc.params.scope = agentScope;
  const grantId = result?.consent?.grantId;
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  return grant?.accountId === account.accountId && grant.clientId === client.clientId ? grant : undefined;
}

/** The browser session forgets the grant of an agent, so that neither ends with the other. */
export function forgetAgentGrant({ oidc }: Required<KoaContext>, addresses: GrantAddresses): void {
  if (isAgent(oidc.client, addresses)) delete oidc.session.authorizations?.[oidc.client.clientId];
}

/**
 * Grants a client read access to one product for a person. `resource` is how the client spells its address, `audience`
 * what tokens are issued for: the grant stores the product's ids, so that it survives a change of its slug.
 */
export async function allowAgent(
  provider: Provider,
  db: Db,
  allowed: { userId: string; clientId: string; resource: string; audience: string },
): Promise<{ grantId: string }> {
  const { userId, clientId, resource, audience } = allowed;
  const grant = new provider.Grant({ accountId: userId, clientId });
  grant.addResourceScope(resource, agentScope);
  grant.addResourceScope(audience, agentScope);
  const isClient = and(eq(oidcRecords.model, "Client"), eq(oidcRecords.recordId, clientId));
  const expiresAt = new Date(Date.now() + usedClientLifetimeMs);
  await db.update(oidcRecords).set({ expiresAt }).where(isClient);
  return { grantId: await grant.save() };
}

/** The product a grant is for; undefined while there is no grant. */
export function audienceOfGrant(grant: OidcGrant | undefined, addresses: GrantAddresses): string | undefined {
  return Object.keys(grant?.resources ?? {}).find((resource) => isAgentAudience(addresses, resource));
}
