import { plainName } from "./code-places.ts";

/** In front of names of settings for the sake of a framework that hands them to browsers. */
const handedOn = new Set(["vite", "next", "nuxt", "public", "react", "app", "expo", "gatsby", "ng", "vue"]);
const addressWords = new Set(["url", "uri", "host", "hostname", "addr", "address", "endpoint"]);
/** Words beside the name of the one who is called. */
const besideWords = new Set(["base", "internal", "grpc", "http", "https", "origin", "root", "private", "remote"]);
/** Where people find the product: an address that it writes into links and compares with, and calls nobody at. */
const visited = new Set([
  "frontend", "front", "web", "webapp", "website", "app", "site", "client", "ui", "dashboard", "admin", "public",
  "external", "self", "own", "domain", "auth", "nextauth", "www", "login", "home", "portal", "this", "canonical",
]); // prettier-ignore
const compared =
  /cors|origins?$|allowed|redirect|callback|trusted|cookie|issuer(?!.*ur[il]$)|audience|webhook|whitelist|allowlist/i;
/** Names that a program gives to itself too: what it listens on is called so. */
const listening = new Set(["server", "api", "backend", "http", "grpc", "service"]);
const least = 3;

function wordsOf(name: string): string[] {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}

/** Whether a setting holds the address at which people, not programs, reach a process: `FRONTEND_URL`, `CORS_ORIGINS`. */
export function isForVisitors(name: string): boolean {
  if (compared.test(name)) return true;
  const words = wordsOf(name);
  if (!/^(?:url|uri|domain)$/.test(words.at(-1) ?? "")) return false;
  const subject = words.slice(0, -1).filter((word) => word !== "base" && word !== "root");
  const last = subject.at(-1);
  return last === undefined || visited.has(last);
}

/** The one whom a setting names that holds its address: "cart" of `CART_SERVICE_HOST`; null where it names none. */
export function peerOfSetting(name: string): string | null {
  if (isForVisitors(name)) return null;
  const all = wordsOf(name);
  // `CART_URL_BASE` as `CART_BASE_URL`.
  const words = all.at(-1) === "base" || all.at(-1) === "root" ? all.slice(0, -1) : all;
  const suffix = words.at(-1) ?? "";
  if (!addressWords.has(suffix)) return null;
  const subject = words.filter(
    (word, at) => !addressWords.has(word) && !besideWords.has(word) && !isHandedOn(words, at),
  );
  const peer = withoutService(subject.join(""));
  if (peer.length < least || visited.has(peer)) return null;
  return listening.has(peer) && !/^(?:url|uri|endpoint)$/.test(suffix) ? null : peer;
}

function isHandedOn(words: readonly string[], at: number): boolean {
  return words.slice(0, at + 1).every((word) => handedOn.has(word));
}

/** A process by the words that settings call it: "cart" of "shop-cart-service", and the whole of it. */
export function peerNames(name: string): string[] {
  const words = wordsOf(name);
  const tails = words.map((_, at) => withoutService(words.slice(at).join("")));
  return [...new Set([...tails, withoutService(plainName(name))])].filter((one) => one.length >= least);
}

function withoutService(word: string): string {
  const plain = word.replace(/(?:service|svc|deployment)$/, "");
  return plain === "" ? word : plain;
}
