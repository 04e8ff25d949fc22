import { type AgentProduct, findAgentProduct } from "#server/domain/agents/find-agent-product.ts";
import { findUser } from "#server/domain/users/find-user.ts";
import { readAgentAddress } from "#server/platform/oidc/agent-address.ts";
import { allowAgent, isAgent } from "#server/platform/oidc/agent-grants.ts";

import { renderConsent, renderNoProduct } from "./consent-forms.ts";
import type { Visit } from "./interaction-visit.ts";
import { answerNotice, answerPage } from "./page-answers.ts";
import { pageHeaders } from "./page-layout.ts";
import { readForm } from "./read-form.ts";

/** The requested access and the person who decides. */
interface ConsentRequest {
  clientId: string;
  clientName: string;
  user: { userId: string; email: string };
  /** As the client spells it. */
  resource: string;
  /** Null when there is no such product for this person. */
  product: AgentProduct | null;
}

/** Asks whether an application may read a product. */
export async function showConsent(visit: Visit): Promise<Response> {
  const { addresses } = visit.parts.services.settings;
  // The web app has nothing to ask for, even if it wants to.
  if (visit.interaction.params.client_id === addresses.authClientId) return goOn(visit, { consent: {} });
  const requested = await findRequested(visit);
  return requested ? answerConsent(visit, requested) : answerOver(visit);
}

/** Grants the application exactly the access shown on the page. */
export async function allow(visit: Visit): Promise<Response> {
  const { c, parts } = visit;
  const requested = await findRequested(visit);
  if (!requested) return answerOver(visit);
  const { audience } = await readForm(c);
  // The product may have gone since, or its address be another's.
  if (!requested.product || requested.product.audience !== audience) return answerConsent(visit, requested);
  const { clientId, user, resource } = requested;
  const allowed = { userId: user.userId, clientId, resource, audience };
  const consent = await allowAgent(parts.provider, parts.services.wholeDb, allowed);
  return goOn(visit, { consent });
}

/** Returns to the application, which only learns that access was denied. */
export function cancel(visit: Visit): Promise<Response> {
  return goOn(visit, { error: "access_denied", error_description: "The person did not allow it" });
}

/** Null when there is no request for the signed-in person, or the application no longer exists. */
async function findRequested({ parts, interaction }: Visit): Promise<ConsentRequest | null> {
  const { services, provider } = parts;
  const { client_id: clientId, resource } = interaction.params;
  const userId = interaction.session?.accountId;
  if (interaction.prompt.name !== "consent" || !clientId || !resource || !userId) return null;
  const client = await provider.Client.find(clientId);
  const user = await findUser(services, userId);
  const target = readAgentAddress(services.settings.addresses, resource);
  if (!client || !user || !target || !isAgent(client, services.settings.addresses)) return null;
  const product = await findAgentProduct(services, userId, target);
  return { clientId, clientName: client.clientName ?? clientId, user, resource, product };
}

function answerConsent(visit: Visit, { clientName, user, product }: ConsentRequest): Promise<Response> {
  const { c, parts, path, interaction } = visit;
  const { appName, addresses } = parts.services.settings;
  const redirect = new URL(interaction.params.redirect_uri ?? "");
  // Browsers check the address that follows the form against this list.
  for (const [name, value] of Object.entries(pageHeaders(addresses.clientHost, formTarget(redirect))))
    c.header(name, value);
  const page = { appName, path, clientName, email: user.email };
  if (!product) return answerPage(c, 404, renderNoProduct(page));
  return answerPage(c, 200, renderConsent({ ...page, ...product, destination: describeDestination(redirect) }));
}

/** The whole scheme where a policy cannot name the address: private schemes have no host, and it knows no IPv6. */
function formTarget({ protocol, hostname, origin }: URL): string {
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && !hostname.startsWith("[") ? origin : protocol;
}

function describeDestination({ protocol, hostname }: URL): string {
  if (protocol === "https:") return hostname;
  return protocol === "http:" ? "a program on this computer" : `an application on this computer (${protocol})`;
}

function answerOver({ c, parts }: Visit): Promise<Response> {
  const text = "Nothing is asked here any more. Start again in the application.";
  return answerNotice(c, parts.services, { status: 400, text });
}

async function goOn({ c, parts }: Visit, result: Record<string, unknown>): Promise<Response> {
  return c.redirect(await parts.provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303);
}
