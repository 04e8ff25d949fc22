import pino from "pino";

/** What code may say to the operator. Never pass secrets; wrapped ones print `[redacted]`. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

/** JSON lines on `destination` (a file path) or standard error, so that standard output stays for people. */
export function createLogger(options: { level: string; destination?: string }): Logger {
  return pino(
    {
      level: options.level,
      redact: ["password", "*.password", "accessToken", "*.accessToken", "authorization", "*.authorization", "cookie"],
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination({ dest: options.destination ?? 2, sync: false, mkdir: true }),
  );
}

export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
};
