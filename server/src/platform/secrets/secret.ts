import { inspect } from "node:util";

export const redacted = "[redacted]";

/** A value that must never be printed: JSON, logs, `util.inspect` and template strings show `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call it where it is used, and keep the answer in no object that may be logged. */
  reveal(): string {
    return this.#value;
  }

  toJSON(): string {
    return redacted;
  }

  toString(): string {
    return redacted;
  }

  [inspect.custom](): string {
    return redacted;
  }
}

/** All secrets within settings, however deep. */
export function listSecrets(settings: unknown): Secret[] {
  if (settings instanceof Secret) return [settings];
  return typeof settings === "object" && settings !== null ? Object.values(settings).flatMap(listSecrets) : [];
}

/** Shorter ones, such as a key of a local model that must be named but is asked for by nobody, are words of any text. */
const shortestHidden = 6;

/** What is hidden wherever it stands in a text. */
export function listHiddenTexts(secrets: readonly Secret[]): string[] {
  return secrets.map((secret) => secret.reveal()).filter(({ length }) => length >= shortestHidden);
}
