import { listSecrets, redacted } from "#server/platform/secrets/secret.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";
import { storable } from "#server/text/storable.ts";

/** Shorter ones are words of any text. */
const shortestSecret = 6;

/** A text without secrets of this server, should it have come across one, as the database takes it. */
export function maskSecrets({ settings }: { settings: Settings }, text: string): string {
  const secrets = listSecrets(settings).map((secret) => secret.reveal());
  const hidden = secrets.filter(({ length }) => length >= shortestSecret);
  return storable(hidden.reduce((masked, secret) => masked.replaceAll(secret, redacted), text));
}
