import { emailSchema, firstNameSchema, lastNameSchema, passwordSchema } from "@cairn/contract/auth";
import { AppError, type ErrorBody } from "@cairn/contract/errors";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { errors, type Interaction, type Provider } from "oidc-provider";
import { z } from "zod";

import { checkPassword } from "#server/domain/users/check-password.ts";
import { createUser } from "#server/domain/users/create-user.ts";

import { toErrorResponse } from "../error-response.ts";
import type { Services } from "../request-ctx.ts";
import { emptyForm, type FormState, renderSignIn, renderSignUp, renderSignUpClosed } from "./account-forms.ts";
import { clientAddress } from "./client-address.ts";
import { type Html, pageHeaders, renderNotice } from "./page-layout.ts";
import { checkForm, readForm } from "./read-form.ts";
import { type SignInLimits, waitMessage } from "./sign-in-limits.ts";

export interface InteractionParts {
  provider: Provider;
  services: Services;
  limits: SignInLimits;
  /** Path below which every sign-in has its own folder, without a slash at the end. */
  basePath: string;
}

/** A request to a page of a sign-in that is under way in this browser. */
interface Visit {
  c: PageContext;
  parts: InteractionParts;
  interaction: Interaction;
  /** Where the pages of this sign-in lie. */
  path: string;
}

type PageContext = Context<{ Bindings: HttpBindings }>;
type Answer = Response | Promise<Response>;

/** The forms of these pages are small; more is not read. */
const maxFormBytes = 16_384;

const signInSchema = z.object({ email: emailSchema, password: z.string() });
const signUpSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: emailSchema,
  password: passwordSchema,
});

/** Sign-in and sign-up: plain forms that work without script. Each sign-in of a browser is known by a cookie on its path. */
export function createInteractionPages(parts: InteractionParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>().basePath(`${parts.basePath}/:uid`);
  const page = (run: (visit: Visit) => Answer) => (c: PageContext) => visit(parts, c, run);
  app.use(bodyLimit({ maxSize: maxFormBytes, onError: (c) => c.text("The form is too large", 413) }));
  app.get("/", page(showFirst));
  app.get("/sign-in", page(showSignIn));
  app.post("/sign-in", page(signIn));
  app.get("/sign-up", page(showSignUp));
  app.post("/sign-up", page(signUp));
  app.onError(async (error, c) => {
    const failure = toErrorResponse(error, { requestId: parts.services.newId(), log: parts.services.log });
    const { message } = (await failure.json()) as ErrorBody;
    return notice({ c, parts }, failure.status, message);
  });
  return app;
}

async function visit(parts: InteractionParts, c: PageContext, run: (visit: Visit) => Answer): Promise<Response> {
  if (c.req.method === "POST" && !isSameOrigin(c, parts.provider.issuer)) {
    return notice({ c, parts }, 403, "This form came from another site and was not used.");
  }
  const interaction = await findInteraction(parts.provider, c);
  if (!interaction || interaction.uid !== c.req.param("uid")) {
    return notice({ c, parts }, 400, "This sign-in is over, or it was started in another browser.");
  }
  return run({ c, parts, interaction, path: `${parts.basePath}/${interaction.uid}` });
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

/** Browsers name the origin of every form they send; the cookie's SameSite rule keeps foreign forms out besides. */
function isSameOrigin(c: PageContext, issuer: string): boolean {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  return (origin === undefined || origin === new URL(issuer).origin) && (site === undefined || site === "same-origin");
}

function showFirst(visit: Visit): Answer {
  const wantsSignUp = visit.interaction.prompt.name === "create" || visit.interaction.params.screen_hint === "signup";
  return wantsSignUp ? showSignUp(visit) : showSignIn(visit);
}

function showSignIn(visit: Visit): Answer {
  return answerSignIn(visit, 200, { ...emptyForm, typed: { email: visit.interaction.params.login_hint } });
}

function showSignUp(visit: Visit): Answer {
  return answerSignUp(visit, 200, { ...emptyForm, typed: { email: visit.interaction.params.login_hint } });
}

async function signIn(visit: Visit): Promise<Response> {
  const { services, limits } = visit.parts;
  const typed = await readTyped(visit.c);
  const checked = checkForm(signInSchema, typed);
  if ("errors" in checked) return answerSignIn(visit, 400, { ...emptyForm, typed, errors: checked.errors });
  const { email, password } = checked.values;
  const who = { address: addressOf(visit), email };
  const wait = await limits.trySignIn(who);
  if (wait) {
    visit.c.header("retry-after", String(wait.waitS));
    return answerSignIn(visit, 429, { ...emptyForm, typed, problem: waitMessage(wait) });
  }
  const userId = await checkPassword(services, { email, password });
  if (!userId) {
    return answerSignIn(visit, 400, { ...emptyForm, typed, problem: "The e-mail address or the password is wrong." });
  }
  await limits.signedIn(who);
  return finish(visit, userId);
}

async function signUp(visit: Visit): Promise<Response> {
  const { services, limits } = visit.parts;
  if (services.settings.server.signup === "invite") return answerSignUp(visit, 403, emptyForm);
  const typed = await readTyped(visit.c);
  const checked = checkForm(signUpSchema, typed);
  if ("errors" in checked) return answerSignUp(visit, 400, { ...emptyForm, typed, errors: checked.errors });
  const wait = await limits.trySignUp({ address: addressOf(visit) });
  if (wait) {
    visit.c.header("retry-after", String(wait.waitS));
    return answerSignUp(visit, 429, { ...emptyForm, typed, problem: waitMessage(wait) });
  }
  try {
    const user = await createUser(services, checked.values);
    return await finish(visit, user.userId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    return answerSignUp(visit, error.status, { ...emptyForm, typed, errors: { email: [error.message] } });
  }
}

/** Both prompts are answered: who came to sign up may have signed in, and the other way round. */
async function finish({ c, parts }: Visit, accountId: string): Promise<Response> {
  const result = { create: {}, login: { accountId } };
  return c.redirect(await parts.provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303);
}

/** Absent fields are empty ones: the schemas then say what is missing. */
async function readTyped(c: PageContext): Promise<Record<string, string>> {
  const form = await readForm(c);
  return {
    email: form.email?.trim() ?? "",
    password: form.password ?? "",
    firstName: form.firstName ?? "",
    lastName: form.lastName ?? "",
  };
}

function addressOf({ c, parts }: Visit): string {
  return clientAddress(c.env.incoming, parts.provider.issuer.startsWith("https:"));
}

function answerSignIn(visit: Visit, status: number, form: FormState): Answer {
  const { appName } = visit.parts.services.settings;
  return answer(visit, status, renderSignIn({ appName, path: visit.path, form }));
}

function answerSignUp(visit: Visit, status: number, form: FormState): Answer {
  const { appName, server } = visit.parts.services.settings;
  const page = { appName, path: visit.path, form };
  return answer(visit, status, server.signup === "invite" ? renderSignUpClosed(page) : renderSignUp(page));
}

function notice(visit: Pick<Visit, "c" | "parts">, status: number, text: string): Answer {
  const { appName, addresses } = visit.parts.services.settings;
  const page = renderNotice({ appName, title: "This cannot go on", text, clientHost: addresses.clientHost });
  return answer(visit, status, page);
}

async function answer({ c, parts }: Pick<Visit, "c" | "parts">, status: number, page: Html): Promise<Response> {
  for (const [name, value] of Object.entries(pageHeaders(parts.services.settings.addresses.clientHost))) {
    c.header(name, value);
  }
  c.header("content-type", "text/html; charset=utf-8");
  return c.body(String(await page), status as 200);
}
