import { listHiddenTexts, listSecrets, redacted } from "#server/platform/secrets/secret.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";
import { storable } from "#server/text/storable.ts";

/** A text without secrets of this server, should it have come across one, as the database takes it. */
export function maskSecrets({ settings }: { settings: Settings }, text: string): string {
  const hidden = listHiddenTexts(listSecrets(settings));
  return storable(hidden.reduce((masked, secret) => masked.replaceAll(secret, redacted), text));
}
