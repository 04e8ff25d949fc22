import { html } from "hono/html";

import type { Html } from "./page-layout.ts";

/** A form as it is shown again: what was typed, except passwords, and what is wrong with it. */
export interface FormState {
  typed: Partial<Record<string, string>>;
  /** Messages by field name. */
  errors: Partial<Record<string, readonly string[]>>;
  /** What is wrong with the whole; null when nothing is. */
  problem: string | null;
}

export const emptyForm: FormState = { typed: {}, errors: {}, problem: null };

interface Field {
  name: string;
  label: string;
  type: "text" | "email" | "password";
  autocomplete: string;
  hint?: string;
  /** Name of the field that has the focus when the page opens. */
  focus?: string | undefined;
}

/** The field to go on with: the first that is wrong, else the first that is empty. Passwords are never filled in. */
export function firstToFill(form: FormState, names: readonly string[]): string | undefined {
  return (
    names.find((name) => form.errors[name]?.length) ?? names.find((name) => !form.typed[name] || name === "password")
  );
}

/** The forms are `novalidate`: errors are shown in the product's words, with or without script. */
export function field(form: FormState, { name, label, type, autocomplete, hint, focus }: Field): Html {
  const errors = form.errors[name] ?? [];
  // What is wrong says it more exactly.
  const shownHint = errors.length === 0 ? hint : undefined;
  const value = type === "password" ? "" : (form.typed[name] ?? "");
  const describedBy = [shownHint && `${name}-hint`, errors.length > 0 && `${name}-error`].filter(Boolean).join(" ");
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
      ${name === focus ? html`autofocus` : ""}
      required
    />
    ${shownHint ? html`<p class="hint" id="${name}-hint">${shownHint}</p>` : ""}
    ${errors.length > 0 ? html`<div id="${name}-error">${errors.map((text) => html`<p class="error">${text}</p>`)}</div>` : ""}
  </div>`;
}

export function alert(form: FormState): Html | string {
  return form.problem ? html`<p class="alert" role="alert">${form.problem}</p>` : "";
}
