import { newPasswordSchema } from "@cairn/contract/auth";

import { canResetPassword, resetPassword } from "#server/domain/auth/reset-password.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { addressOf } from "#server/http/request/request-limits.ts";

import { emptyForm, type FormState } from "./form-parts.ts";
import { answerNotice, answerPage, createPageApp, type PageApp, type PageContext } from "./page-answers.ts";
import { renderPasswordChanged, renderReset } from "./password-forms.ts";
import { checkForm, readForm } from "./read-form.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

export interface PasswordPagesOptions {
  services: Services;
  limits: SignInLimits;
  /** Path of these pages, without a slash at the end. */
  basePath: string;
}

/**
 * Where the link in the e-mail leads: in any browser, outside of any sign-in. Its address holds the secret, so browsers
 * send at most the origin as referrer; the origin of the form is still sent and checked.
 */
export function createPasswordPages(parts: PasswordPagesOptions): PageApp {
  const app = createPageApp(parts.services, parts.basePath, { "referrer-policy": "strict-origin" });
  app.get("/reset/:token", (c) => showReset(parts, c, c.req.param("token")));
  app.post("/reset/:token", (c) => reset(parts, c, c.req.param("token")));
  app.notFound((c) => linkIsOver(parts, c));
  return app;
}

async function showReset(parts: PasswordPagesOptions, c: PageContext, token: string): Promise<Response> {
  if (!(await canResetPassword(parts.services, token))) return linkIsOver(parts, c);
  return answerReset(parts, c, 200, emptyForm);
}

async function reset(parts: PasswordPagesOptions, c: PageContext, token: string): Promise<Response> {
  const { services, limits } = parts;
  if (!(await canResetPassword(services, token))) return linkIsOver(parts, c);
  const { newPassword = "", confirmation = "" } = await readForm(c);
  const checked = checkForm(newPasswordSchema, { newPassword, confirmation });
  if ("errors" in checked) return answerReset(parts, c, 400, { ...emptyForm, errors: checked.errors });
  const user = await resetPassword(services, { token, newPassword: checked.values.newPassword });
  if (!user) return linkIsOver(parts, c);
  await limits.forget({ address: addressOf(c, services), email: user.email });
  const { appName, addresses } = services.settings;
  return answerPage(c, 200, renderPasswordChanged({ appName, clientHost: addresses.clientHost }));
}

function answerReset({ services }: PasswordPagesOptions, c: PageContext, status: number, form: FormState) {
  const { appName } = services.settings;
  return answerPage(c, status, renderReset({ appName, path: c.req.path, form }));
}

function linkIsOver({ services }: PasswordPagesOptions, c: PageContext): Promise<Response> {
  const text =
    "It was used already, a newer one was made, or it is older than an hour. The sign-in page sends another one.";
  return answerNotice(c, services, { status: 410, title: "This link has expired", text });
}
