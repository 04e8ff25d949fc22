import { validation } from "@cairn/contract/texts";
import { html } from "hono/html";

import { alert, field, firstToFill, type FormState } from "./form-parts.ts";
import { type Html, renderPage } from "./page-layout.ts";

interface AccountPageParts {
  appName: string;
  /** Where the pages of this sign-in lie, without a slash at the end. */
  path: string;
  form: FormState;
  /** What the person was invited to; null for people who come by themselves. */
  organizationName: string | null;
  /** A copy of the demo opens afterwards. */
  isForDemo: boolean;
  /** What the product is; shown beside the form. */
  aside: Html;
}

/** The page with the form for e-mail address and password. */
export function renderSignIn({ appName, path, form, aside, ...reason }: AccountPageParts): Html {
  const focus = firstToFill(form, ["email", "password"]);
  const content = html`${intro(reason)}
    <form method="post" novalidate action="${path}/sign-in">
      ${alert(form)} ${field(form, { focus, name: "email", label: "Email", type: "email", autocomplete: "username" })}
      ${field(form, { focus, name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
      <button type="submit">Sign in</button>
    </form>
    <p class="other"><a href="${path}/forgot">Forgot your password?</a></p>
    <p class="other">New here? <a href="${path}/sign-up">Create an account</a></p>`;
  return renderPage({ appName, title: "Sign in", content, aside });
}

/** The page that makes an account. */
export function renderSignUp({ appName, path, form, aside, ...reason }: AccountPageParts): Html {
  const focus = firstToFill(form, ["firstName", "lastName", "email", "password"]);
  const content = html`${intro(reason)}
    <form method="post" novalidate action="${path}/sign-up">
      ${alert(form)}
      <div class="pair">
        ${field(form, { focus, name: "firstName", label: "First name", type: "text", autocomplete: "given-name" })}
        ${field(form, { focus, name: "lastName", label: "Last name", type: "text", autocomplete: "family-name" })}
      </div>
      ${field(form, { focus, name: "email", label: "Email", type: "email", autocomplete: "username" })}
      ${field(form, {
        focus,
        name: "password",
        label: "Password",
        type: "password",
        autocomplete: "new-password",
        hint: validation.passwordHint,
      })}
      <button type="submit">Create account</button>
    </form>
    <p class="other">Already have an account? <a href="${path}/sign-in">Sign in</a></p>`;
  return renderPage({ appName, title: "Create your account", content, aside });
}

/** Shown instead of the sign-up form when SIGNUP is `invite`. */
export function renderSignUpClosed({ appName, path }: Pick<AccountPageParts, "appName" | "path">): Html {
  const content = html`<p>New accounts are made by invitation only here. Ask somebody in your team to invite you.</p>
    <p class="other">Already have an account? <a href="${path}/sign-in">Sign in</a></p>`;
  return renderPage({ appName, title: "Sign-up is by invitation", content });
}

/** Why the person is here, where they did not come by themselves. */
function intro({
  organizationName,
  isForDemo,
}: Pick<AccountPageParts, "organizationName" | "isForDemo">): Html | string {
  if (organizationName !== null) return html`<p class="intro">You were invited to join ${organizationName}</p>`;
  return isForDemo ? html`<p class="intro">Then your own copy of the demo opens.</p>` : "";
}
