import { emailSchema, firstNameSchema, lastNameSchema, passwordSchema } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import { readCitedPage } from "#server/domain/demo/cited-page.ts";
import { isDemoOffered } from "#server/domain/demo/is-demo-offered.ts";
import { checkPassword } from "#server/domain/users/check-password.ts";
import { createUser } from "#server/domain/users/create-user.ts";
import { hasAnyUser } from "#server/domain/users/has-any-user.ts";
import { addressOf } from "#server/http/request/request-limits.ts";
import { waitMessage } from "#server/platform/limits/wait-message.ts";

import { renderSignIn, renderSignUp, renderSignUpClosed } from "./account-forms.ts";
import { allow, cancel, showConsent } from "./consent-pages.ts";
import { sendForgot, showForgot } from "./forgot-pages.ts";
import { emptyForm, type FormState } from "./form-parts.ts";
import { freshForm, type InteractionParts, visit, type Visit } from "./interaction-visit.ts";
import { answerPage, createPageApp, type PageApp, type PageContext } from "./page-answers.ts";
import { renderAside } from "./product-aside.ts";
import { checkForm, readForm } from "./read-form.ts";

type PageResponse = Response | Promise<Response>;

const signInSchema = z.object({ email: emailSchema, password: z.string() });
const signUpSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: emailSchema,
  password: passwordSchema,
});

/** Sign-in, sign-up, forgotten password and consent: plain forms that work without script. */
export function createInteractionPages(parts: InteractionParts): PageApp {
  const app = createPageApp(parts.services, `${parts.basePath}/:uid`);
  const page = (run: (visit: Visit) => PageResponse) => (c: PageContext) => visit(parts, c, run);
  app.get("/", page(showFirst));
  app.get("/sign-in", page(showSignIn));
  app.post("/sign-in", page(signIn));
  app.get("/sign-up", page(showSignUp));
  app.post("/sign-up", page(signUp));
  app.get("/forgot", page(showForgot));
  app.post("/forgot", page(sendForgot));
  app.post("/allow", page(allow));
  app.post("/cancel", page(cancel));
  return app;
}

async function showFirst(visit: Visit): Promise<Response> {
  const { prompt, params } = visit.interaction;
  if (prompt.name === "consent") return showConsent(visit);
  const wantsSignUp = prompt.name === "create" || params.screen_hint === "signup";
  // Nobody can sign in to a server that has no account yet.
  const isFirstHere = !wantsSignUp && canSignUp(visit) && !(await hasAnyUser(visit.parts.services));
  return wantsSignUp || isFirstHere ? showSignUp(visit) : showSignIn(visit);
}

function showSignIn(visit: Visit): PageResponse {
  return answerSignIn(visit, 200, freshForm(visit));
}

function showSignUp(visit: Visit): PageResponse {
  return answerSignUp(visit, 200, freshForm(visit));
}

async function signIn(visit: Visit): Promise<Response> {
  const { services, limits } = visit.parts;
  const typed = await readTyped(visit.c);
  const checked = checkForm(signInSchema, typed);
  if ("errors" in checked) return answerSignIn(visit, 400, { ...emptyForm, typed, errors: checked.errors });
  const { email, password } = checked.values;
  const who = { address: addressOf(visit.c, services), email };
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
  if (!canSignUp(visit)) return answerSignUp(visit, 403, emptyForm);
  const typed = await readTyped(visit.c);
  const checked = checkForm(signUpSchema, typed);
  if ("errors" in checked) return answerSignUp(visit, 400, { ...emptyForm, typed, errors: checked.errors });
  if (!canSignUp(visit, checked.values.email)) {
    const errors = { email: ["Your invite is for another e-mail address"] };
    return answerSignUp(visit, 403, { ...emptyForm, typed, errors });
  }
  const wait = await limits.trySignUp({ address: addressOf(visit.c, services) });
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

/** Where SIGNUP is `invite`, an account is made by whom an invite is for, and for the address it names. */
function canSignUp({ parts, invite }: Visit, email?: string): boolean {
  if (parts.services.settings.server.signup === "open") return true;
  return invite !== null && (email === undefined || email === invite.email);
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

async function answerSignIn(visit: Visit, status: number, form: FormState): Promise<Response> {
  return answerPage(visit.c, status, renderSignIn(await pageOf(visit, form)));
}

async function answerSignUp(visit: Visit, status: number, form: FormState): Promise<Response> {
  const page = await pageOf(visit, form);
  const shown = canSignUp(visit) ? renderSignUp(page) : renderSignUpClosed(page);
  return answerPage(visit.c, status, shown);
}

async function pageOf(visit: Visit, form: FormState) {
  const { parts, path, invite, interaction } = visit;
  const { appName, addresses } = parts.services.settings;
  const isForDemo = interaction.params.screen_hint === "demo";
  // Whoever was invited, or is on the way to the demo already, has something else to do.
  const isOffered = !isForDemo && invite === null && canSignUp(visit) && (await isDemoOffered(parts.services));
  const demoAddress = isOffered ? `${addresses.clientHost}/signup?returnTo=/demo` : null;
  const aside = renderAside({ page: readCitedPage(), demoAddress });
  return { appName, path, form, organizationName: invite?.organizationName ?? null, isForDemo, aside };
}
