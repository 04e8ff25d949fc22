import { DrizzleQueryError } from "drizzle-orm";
import pino from "pino";

import { listHiddenTexts, redacted, type Secret } from "#server/platform/secrets/secret.ts";

/** What code may say to the operator. Never pass secrets; wrapped ones print `[redacted]`. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

/**
 * JSON lines on `destination` (a file path) or standard error, so that standard output stays for people. Where somebody
 * else's text holds one of the `secrets`, as a vendor's complaint about a key does, the line is written without it.
 */
export function createLogger(options: { level: string; destination?: string; secrets?: readonly Secret[] }): Logger {
  const hidden = listHiddenTexts(options.secrets ?? []).map((text) => JSON.stringify(text).slice(1, -1));
  return pino(
    {
      hooks: { streamWrite: (line) => hidden.reduce((so, text) => so.replaceAll(text, redacted), line) },
      level: options.level,
      redact: ["password", "*.password", "accessToken", "*.accessToken", "authorization", "*.authorization", "cookie"],
      serializers: { error: describeError },
    },
    pino.destination({ dest: options.destination ?? 2, sync: false, mkdir: true }),
  );
}

/**
 * The error, its stack and its causes. A failed SQL statement is logged without its parameters, and the database's own
 * details, which quote rows, are left out: there are passwords' hashes, tokens and people's texts in them.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
};
