import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { decides } from "./explain-reading.ts";
import { findSettings, isOfTools, type Setting } from "./find-config.ts";

/** What any program of its kind cannot be started without: where its data lies, its secrets, its own address. */
const needed =
  /(?<!(?:^|_)(?:API|CLIENT|OAUTH|WEBHOOK|CONSUMER))(?:^|_)(?:SECRET(?:_KEY(?:_BASE)?)?|APP_KEY|ENCRYPTION_KEY|SESSION_SECRET|JWT_SECRET|DATABASE_URL|DATABASE|MONGO(?:DB)?_UR[IL]|REDIS_URL|BASE_URL|APP_URL|SITE_(?:URL|ROOT)|PUBLIC_URL|EXTERNAL_URL|ALLOWED_HOSTS|TRUSTED_HOSTS)$|^(?:DB|DATABASE|POSTGRES|PG|MYSQL)(?:_(?:CONNECTION|ENGINE|TYPE|DRIVER|HOST|PORT|NAME|DATABASE|USER(?:NAME)?|PASS(?:WORD)?|URL))?$|(?:^|_)(?:MEDIA|DATA|STORAGE|UPLOAD)S?_(?:PATH|ROOT|DIR(?:ECTORY)?|FOLDER)$/;
const saysNeeded = /\b(?:required|mandatory|must (?:set|fill)|you (?:need|have) to set)\b/i;

/** Whether people have to set it, by its own words or by what such settings are; all others may wait. */
export function isNeeded({ name, about, isRequired }: Setting): boolean {
  return (
    isRequired ||
    needed.test(name) ||
    (about !== null && saysNeeded.test(about) && !/\bif\b.*\brequired|\brequired (?:if|when|for)\b/i.test(about))
  );
}

/** What is set before the first start, and whether files say so or only the reading. */
export interface FirstSettings {
  settings: Setting[];
  areNamed: boolean;
}

const mostNamed = 60;

/** Settings that it fails without, then those that an example file asks to fill in; else those without a default. */
export async function firstSettings(scope: CodeScope): Promise<FirstSettings> {
  const all = (await findSettings(scope)).filter(
    (one) => !isLeftover(one) && !one.evidence.every(({ path }) => isOfTools(path)),
  );
  const named = all.filter((setting) => setting.isRequired || (setting.isInExample && isToBeSet(setting)));
  if (named.length > 0) return { settings: named.slice(0, mostNamed), areNamed: true };
  const read = all.filter(
    ({ name, defaultValue, reading }) =>
      defaultValue === null && /^[A-Z][A-Z0-9_]+$/.test(name) && name !== "NODE_ENV" && !isSwitch(reading),
  );
  return { settings: read.slice(0, mostNamed), areNamed: false };
}

/**
 * Files that are copied name all that one may set; of those that the program reads, what has no value or takes it from
 * outside.
 */
function isToBeSet({ kind, evidence, defaultValue }: Setting): boolean {
  const isRead = evidence[0] !== undefined && /\.(?:properties|ya?ml)$/.test(evidence[0].path);
  return !isRead || defaultValue === null || kind === "variable";
}

/** A setting that is only tested for presence is optional. */
function isSwitch(reading: string | null): boolean {
  return reading !== null && reading.startsWith(decides);
}

/** What nothing reads and nobody describes may be a leftover. */
export function isLeftover({ readers, about, isOfFramework }: Setting): boolean {
  return readers.length === 0 && about === null && !isOfFramework;
}
