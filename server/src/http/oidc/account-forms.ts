import { validation } from "@cairn/contract/texts";
import { html } from "hono/html";

import { type Html, renderPage } from "./page-layout.ts";

/** A form as it is shown again: what was typed, except the password, and what is wrong with it. */
export interface FormState {
  typed: Partial<Record<string, string>>;
  /** Messages by field name. */
  errors: Partial<Record<string, readonly string[]>>;
  /** What is wrong with the whole; null when nothing is. */
  problem: string | null;
}

export const emptyForm: FormState = { typed: {}, errors: {}, problem: null };

interface PageParts {
  appName: string;
  /** Where the pages of this sign-in lie, without a slash at the end. */
  path: string;
  form: FormState;
}

/** The page that asks for address and password. */
export function renderSignIn({ appName, path, form }: PageParts): Html {
  const content = html`<form method="post" novalidate action="${path}/sign-in">
      ${alert(form)} ${field(form, { name: "email", label: "Email", type: "email", autocomplete: "username" })}
      ${field(form, { name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
      <button type="submit">Sign in</button>
    </form>
    <p class="other">New here? <a href="${path}/sign-up">Create an account</a></p>`;
  return renderPage({ appName, title: "Sign in", content });
}

/** The page that makes an account. */
export function renderSignUp({ appName, path, form }: PageParts): Html {
  const content = html`<form method="post" novalidate action="${path}/sign-up">
      ${alert(form)}
      <div class="pair">
        ${field(form, { name: "firstName", label: "First name", type: "text", autocomplete: "given-name" })}
        ${field(form, { name: "lastName", label: "Last name", type: "text", autocomplete: "family-name" })}
      </div>
      ${field(form, { name: "email", label: "Email", type: "email", autocomplete: "username" })}
      ${field(form, {
        name: "password",
        label: "Password",
        type: "password",
        autocomplete: "new-password",
        hint: validation.passwordHint,
      })}
      <button type="submit">Create account</button>
    </form>
    <p class="other">Already have an account? <a href="${path}/sign-in">Sign in</a></p>`;
  return renderPage({ appName, title: "Create your account", content });
}

/** What stands in place of the sign-up form where SIGNUP is `invite`. */
export function renderSignUpClosed({ appName, path }: Omit<PageParts, "form">): Html {
  const content = html`<p>New accounts are made by invitation only here. Ask somebody in your team to invite you.</p>
    <p class="other">Already have an account? <a href="${path}/sign-in">Sign in</a></p>`;
  return renderPage({ appName, title: "Sign-up is by invitation", content });
}

interface Field {
  name: string;
  label: string;
  type: "text" | "email" | "password";
  autocomplete: string;
  hint?: string;
}

/** The forms are `novalidate`: what is wrong is told in the product's words, with or without script. */
function field(form: FormState, { name, label, type, autocomplete, hint }: Field): Html {
  const errors = form.errors[name] ?? [];
  const value = type === "password" ? "" : (form.typed[name] ?? "");
  const describedBy = [hint && `${name}-hint`, errors.length > 0 && `${name}-error`].filter(Boolean).join(" ");
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${value}"
      aria-invalid="${errors.length > 0 ? "true" : "false"}"
      ${describedBy ? html`aria-describedby="${describedBy}"` : ""}
      required
    />
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ""}
    ${errors.length > 0 ? html`<div id="${name}-error">${errors.map((text) => html`<p class="error">${text}</p>`)}</div>` : ""}
  </div>`;
}

function alert(form: FormState): Html | string {
  return form.problem ? html`<p class="alert" role="alert">${form.problem}</p>` : "";
}
