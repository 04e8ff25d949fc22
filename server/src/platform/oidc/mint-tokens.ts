import { authScope } from "@cairn/contract/auth";
import type { Provider } from "oidc-provider";

import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { apiScopes, describeApi } from "./access-token-shape.ts";
import type { IssuedTokens } from "./oauth-client.ts";

/**
 * Tokens of ours for somebody who proved elsewhere who they are, without a visit to our pages: the same records that a
 * code would have become, so that refreshing, reuse, sign-out and the list of sign-ins know no difference. There is no
 * browser session behind them; they end with their grant.
 */
export async function mintTokens(
  provider: Provider,
  settings: Pick<Settings, "addresses" | "limits">,
  userId: string,
): Promise<IssuedTokens> {
  const { apiHost, authClientId } = settings.addresses;
  const client = await provider.Client.find(authClientId);
  if (!client) throw new Error(`there is no client ${authClientId}`);
  const grant = new provider.Grant({ accountId: userId, clientId: authClientId });
  grant.addOIDCScope(
    authScope
      .split(" ")
      .filter((scope) => !apiScopes.includes(scope))
      .join(" "),
  );
  grant.addResourceScope(apiHost, apiScopes.join(" "));
  const grantId = await grant.save();
  const source = { accountId: userId, client, grantId, gty: "authorization_code" };
  const accessToken = new provider.AccessToken({
    ...source,
    scope: apiScopes.join(" "),
    resourceServer: new provider.ResourceServer(apiHost, describeApi(settings)),
  });
  const refreshToken = new provider.RefreshToken({ ...source, scope: authScope, resource: apiHost, rotations: 0 });
  return { accessToken: await accessToken.save(), refreshToken: await refreshToken.save() };
}
