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
