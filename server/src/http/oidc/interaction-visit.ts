import { errors, type Interaction, type Provider } from "oidc-provider";

import { findOpenInviteByHash } from "#server/domain/members/find-open-invite.ts";
import type { Services } from "#server/http/request/request-ctx.ts";

import { emptyForm, type FormState } from "./form-parts.ts";
import { answerNotice, type PageContext } from "./page-answers.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

export interface InteractionParts {
  provider: Provider;
  services: Services;
  limits: SignInLimits;
  /** Path below which every sign-in has its own folder, without a slash at the end. */
  basePath: string;
}

/** A request to a page of a sign-in that is under way in this browser. */
export interface Visit {
  c: PageContext;
  parts: InteractionParts;
  interaction: Interaction;
  /** Where the pages of this sign-in lie. */
  path: string;
  /** What brought the person here; null for people who come by themselves, and for an invite that is over. */
  invite: { email: string; organizationName: string } | null;
}

/** Each sign-in of a browser is known by a cookie on its path; without it the pages show nothing but that it is over. */
export async function visit(
  parts: InteractionParts,
  c: PageContext,
  run: (visit: Visit) => Response | Promise<Response>,
): Promise<Response> {
  const interaction = await findInteraction(parts.provider, c);
  if (!interaction || interaction.uid !== c.req.param("uid")) return answerOver(c, parts.services);
  const invite = await findInvite(parts.services, interaction);
  return run({ c, parts, interaction, path: `${parts.basePath}/${interaction.uid}`, invite });
}

function answerOver(c: PageContext, services: Services): Promise<Response> {
  const text = "This sign-in is over, or it was started in another browser.";
  return answerNotice(c, services, { status: 400, text });
}

/** A form that nothing was typed into yet, with the address that is known already. */
export function freshForm({ invite, interaction }: Visit): FormState {
  return { ...emptyForm, typed: { email: invite?.email ?? interaction.params.login_hint } };
}

/** Null when this browser has no such sign-in, or it took too long. */
async function findInteraction(provider: Provider, c: PageContext): Promise<Interaction | null> {
  try {
    return await provider.interactionDetails(c.env.incoming, c.env.outgoing);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** The web app sends the hash of the token in the link, so that the token itself is in no address or log of ours. */
async function findInvite(services: Services, { params }: Interaction): Promise<Visit["invite"]> {
  return params.invite ? findOpenInviteByHash(services, params.invite) : null;
}
