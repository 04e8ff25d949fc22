import { technologies } from "./known-technologies.ts";
import type { Technology } from "./technology.ts";

function wordsOf(text: string | undefined): string[] {
  return text === undefined || text === "" ? [] : text.split(" ");
}

function indexed(field: "modules" | "constants" | "signIn"): ReadonlyMap<string, Technology> {
  return new Map(technologies.flatMap((one) => wordsOf(one[field]).map((word) => [word, one] as const)));
}

const byModule = indexed("modules");
const byConstant = indexed("constants");
const bySignIn = indexed("signIn");

/** The longest beginning of a name, in parts, that the table has. Before a slash a dot is of a host, and parts nothing. */
function findBeginning(table: ReadonlyMap<string, Technology>, name: string): Technology | null {
  const path = name.lastIndexOf("/");
  let found = table.get(name) ?? null;
  for (let at = name.length - 1; found === null && at > 0; at -= 1) {
    const isEnd = name[at] === "/" || name[at] === ":" || (name[at] === "." && at > path);
    if (isEnd) found = table.get(name.slice(0, at)) ?? null;
  }
  return found;
}

const maxName = 200;

/** Whose client code imports; null for the code's own and for all that is no service. */
export function technologyOfImport(specifier: string, names: readonly string[]): Technology | null {
  if (specifier.startsWith(".") || specifier.length > maxName) return null;
  const plain = specifier.replaceAll(/\\|::/g, ".").replace(/^\.+/, "");
  for (const name of names) {
    const found = byModule.get(`${plain}.${name}`);
    if (found !== undefined) return found;
  }
  return findBeginning(byModule, plain);
}

/** Of `Aws::S3::Client` and `ExAws.S3`. */
export function technologyOfConstant(name: string): Technology | null {
  return name.length > maxName ? null : findBeginning(byConstant, name.replace(/^::/, ""));
}

const byPlainName = new Map(
  technologies.flatMap((one) =>
    one.kind === "outside" ? [[one.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ""), one] as const] : [],
  ),
);

/** By its name in small letters and digits alone. */
export function outsideServiceCalled(plainName: string): Technology | null {
  return byPlainName.get(plainName) ?? null;
}

/** What a library for signing in calls `google_oauth2` or `AzureAD`. */
export function technologyOfSignIn(name: string): Technology | null {
  return bySignIn.get(name.toLowerCase()) ?? null;
}

interface KnownAddress {
  path: string;
  technology: Technology;
}

const byHost = new Map<string, KnownAddress[]>();
for (const technology of technologies)
  for (const address of wordsOf(technology.hosts)) {
    const [host = ""] = address.split(/[/$]/);
    byHost.set(host, [...(byHost.get(host) ?? []), { path: address.slice(host.length), technology }]);
  }

/** Where people read, not programs. */
const readByPeople = /^(?:docs?|help|support|blog|status|developers?|console|dashboard|community|learn|forum)\./;

/** Whose interface an address without its scheme is of: `api.example.com/v1`. */
export function technologyOfAddress(written: string): Technology | null {
  // `api{region}.example.com` and `${region}.api.example.com` are of the same host.
  const address = written.replace(/[$#]?\{[^{}]*\}/g, "").replace(/^\.+/, "");
  const [host = ""] = address.split(/[/?#:]/);
  const path = address.slice(host.length);
  if (readByPeople.test(host)) return null;
  for (let at = 0; at !== -1 && at < host.length; at = nextLabel(host, at)) {
    const known = byHost
      .get(host.slice(at).toLowerCase())
      ?.find((one) => (one.path === "$" ? path === "" || path === "/" : path.startsWith(one.path)));
    if (known !== undefined) return known.technology;
  }
  return null;
}

/** Where the name begins that is left without the first label; -1 where none is. */
function nextLabel(host: string, at: number): number {
  const dot = host.indexOf(".", at);
  return dot === -1 ? -1 : dot + 1;
}

interface SettingWord {
  technology: Technology;
  holds: "key" | "address" | "folder";
}

const bySettingWord = new Map<string, SettingWord>();
for (const technology of technologies) {
  for (const word of wordsOf(technology.keys)) bySettingWord.set(word, { technology, holds: "key" });
  for (const word of wordsOf(technology.addresses)) bySettingWord.set(word, { technology, holds: "address" });
  for (const word of wordsOf(technology.folders)) bySettingWord.set(word, { technology, holds: "folder" });
}

const credential =
  /(?:^|_)(?:KEY|APIKEY|SECRET|TOKEN|DSN|SID|(?:CLIENT|APP|APPLICATION|SITE|TENANT|PROJECT|MEASUREMENT|TRACKING|ACCOUNT|PIXEL|WORKSPACE|STORE)_?ID|WEBHOOK(?:_URL)?|BUCKET(?:_NAME)?|CREDENTIALS?(?:_\w+)?|SECRET_\w+|(?:API|ACCESS|SECRET|PUBLIC|PRIVATE|SITE|WRITE|AUTH|SERVER|SERVICE)_?(?:KEY|TOKEN)(?:_\w+)?)$/;
const address =
  /(?:^|_)(?:HOSTS?|HOSTNAME|SERVER|URL|URI|ENDPOINTS?|ISSUER|ADDR|ADDRESS|BROKERS?|BOOTSTRAP_SERVERS?|DISCOVERY_URL|AUTHORITY)$/;
const folder = /^(?:DIR|DIRECTORY|FOLDER|PATH|ROOT|LOCATION|STORAGE_(?:DIR|PATH|FOLDER))$/;
/** Of most parts of a name. */
const maxParts = 12;

/** The service whose key, or address, a setting holds: `STRIPE_SECRET_KEY`, `services.stripe.key`, `Stripe:ApiKey`. */
export function technologyOfSetting(name: string): Technology | null {
  if (name.length > maxName) return null;
  const parts = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .toUpperCase()
    .split(/[^A-Z\d]+/)
    .slice(0, maxParts);
  for (let from = 0; from < parts.length; from += 1)
    for (let to = Math.min(parts.length - 1, from + 4); to > from; to -= 1) {
      const known = bySettingWord.get(parts.slice(from, to).join("_"));
      if (known === undefined) continue;
      const rest = parts.slice(to).join("_");
      if (known.holds === "folder") return folder.test(rest) ? known.technology : null;
      return credential.test(rest) || (known.holds === "address" && address.test(rest)) ? known.technology : null;
    }
  return null;
}
