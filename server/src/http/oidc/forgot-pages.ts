import { emailSchema } from "@cairn/contract/auth";
import { z } from "zod";

import { requestPasswordReset } from "#server/domain/auth/request-password-reset.ts";
import { addressOf } from "#server/http/request/request-limits.ts";
import { waitMessage } from "#server/platform/limits/wait-message.ts";

import { emptyForm, type FormState } from "./form-parts.ts";
import { freshForm, type Visit } from "./interaction-visit.ts";
import { answerPage } from "./page-answers.ts";
import { renderForgot, renderForgotSent, renderNoMail } from "./password-forms.ts";
import { checkForm, readForm } from "./read-form.ts";

const forgotSchema = z.object({ email: emailSchema });

/** Asks for the address; where there is no mail, says who can help. */
export function showForgot(visit: Visit): Promise<Response> {
  return answerForgot(visit, 200, freshForm(visit));
}

/** Has the letter sent. Every address gets the same answer. */
export async function sendForgot(visit: Visit): Promise<Response> {
  const { services, limits } = visit.parts;
  if (!services.mail) return showForgot(visit);
  const typed = { email: (await readForm(visit.c)).email?.trim() ?? "" };
  const checked = checkForm(forgotSchema, typed);
  if ("errors" in checked) return answerForgot(visit, 400, { ...emptyForm, typed, errors: checked.errors });
  const { email } = checked.values;
  const wait = await limits.tryForgot({ address: addressOf(visit.c, services), email });
  if (wait) {
    visit.c.header("retry-after", String(wait.waitS));
    return answerForgot(visit, 429, { ...emptyForm, typed, problem: waitMessage(wait) });
  }
  await requestPasswordReset(services, { email });
  const { appName } = services.settings;
  return answerPage(visit.c, 200, renderForgotSent({ appName, path: visit.path }));
}

function answerForgot({ c, parts, path }: Visit, status: number, form: FormState): Promise<Response> {
  const { mail, settings } = parts.services;
  const page = { appName: settings.appName, path, form };
  return answerPage(c, status, mail ? renderForgot(page) : renderNoMail(page));
}
