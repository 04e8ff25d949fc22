import type { OidcContext, OidcGrant } from "oidc-provider";

/**
 * The grant of the signed-in person for our own client: everything that was requested, without a consent page. A
 * browser session keeps one grant, so that two tabs that sign in at once do not end each other; each sign-in renews its
 * lifetime.
 */
export async function grantFirstParty(oidc: OidcContext, lifetimeS: number): Promise<OidcGrant> {
  const grant = (await findOwnGrant(oidc)) ?? newGrant(oidc);
  if (oidc.requestParamOIDCScopes.size > 0) grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(" "));
  for (const [resource, { scopes }] of Object.entries(oidc.resourceServers)) {
    const requested = [...oidc.requestParamScopes].filter((scope) => scopes.has(scope));
    if (requested.length > 0) grant.addResourceScope(resource, requested.join(" "));
  }
  grant.exp = Math.floor(Date.now() / 1000) + lifetimeS;
  await grant.save();
  return grant;
}

async function findOwnGrant(oidc: OidcContext): Promise<OidcGrant | null> {
  const grantId = oidc.session.grantIdFor(oidc.client.clientId);
  const grant = grantId ? await oidc.provider.Grant.find(grantId) : undefined;
  return grant && grant.accountId === oidc.account.accountId ? grant : null;
}

function newGrant(oidc: OidcContext): OidcGrant {
  return new oidc.provider.Grant({ accountId: oidc.account.accountId, clientId: oidc.client.clientId });
}
