import { validation } from "@cairn/contract/texts";
import { html } from "hono/html";

import { alert, field, type FormState } from "./form-parts.ts";
import { type Html, renderPage } from "./page-layout.ts";

interface PasswordPageParts {
  appName: string;
  /** Where the pages of this sign-in lie, without a slash at the end. */
  path: string;
}

const forgotTitle = "Forgot your password?";

/** The page that asks for the address of a forgotten password's account. */
export function renderForgot({ appName, path, form }: PasswordPageParts & { form: FormState }): Html {
  const content = html`<p class="intro">Tell us your e-mail address, and we send you a link to choose a new one.</p>
    <form method="post" novalidate action="${path}/forgot">
      ${alert(form)} ${field(form, { name: "email", label: "Email", type: "email", autocomplete: "username" })}
      <button type="submit">Send the link</button>
    </form>
    ${backToSignIn(path)}`;
  return renderPage({ appName, title: forgotTitle, content });
}

/** The same answer for every address, so that it does not reveal who has an account. */
export function renderForgotSent({ appName, path }: PasswordPageParts): Html {
  const content = html`<p>
      If there is an account with this address, a letter with a link is on its way. The link works for an hour.
    </p>
    ${backToSignIn(path)}`;
  return renderPage({ appName, title: "Look into your mail", content });
}

/** Shown instead of the form when no mail can be sent. */
export function renderNoMail({ appName, path }: PasswordPageParts): Html {
  const content = html`<p>
      This server sends no mail. Ask its administrator for a link to choose a new password; this command makes one:
    </p>
    <code>npm run cairn -- user reset-password EMAIL</code>
    ${backToSignIn(path)}`;
  return renderPage({ appName, title: forgotTitle, content });
}

/** The page behind a link: asks for a new password twice. `path` is its own address. */
export function renderReset({ appName, path, form }: PasswordPageParts & { form: FormState }): Html {
  const autocomplete = "new-password";
  const content = html`<form method="post" novalidate action="${path}">
    ${alert(form)}
    ${field(form, {
      name: "newPassword",
      label: "New password",
      type: "password",
      autocomplete,
      hint: validation.passwordHint,
    })}
    ${field(form, { name: "confirmation", label: "Confirm new password", type: "password", autocomplete })}
    <button type="submit">Change password</button>
  </form>`;
  return renderPage({ appName, title: "Choose a new password", content });
}

/** The end of the way through a link. */
export function renderPasswordChanged({ appName, clientHost }: { appName: string; clientHost: string }): Html {
  const content = html`<p>You were signed out everywhere. Sign in with your new password to go on.</p>
    <p class="other"><a href="${clientHost}/login">Sign in</a></p>`;
  return renderPage({ appName, title: "Your password has been changed", content });
}

function backToSignIn(path: string): Html {
  return html`<p class="other"><a href="${path}/sign-in">Back to sign in</a></p>`;
}
