import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { ClientFact, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

import { codeLanguages } from "./extract-clients.ts";
import { technologyOfAddress } from "./technologies/outside-services.ts";

/** Longer lines are of minified code. */
const maxLineLength = 2000;
const maxAddresses = 2000;
const maxHosts = 20;
/** Before an address, on its line. */
const maxBefore = 120;

/** A client that is declared with the key of the setting that holds its address: `${boats.url}`. */
const declaredClient =
  /@(?:FeignClient|Client|RegisterRestClient|HttpExchange)\((?:[^()"]{0,120}"[^"\n]{0,80}"){0,4}?[^()"]{0,120}"(\$\{[\w.-]{3,80})(?:[:}][^"\n]{0,120})"/g;

const pageLanguages = new Set<string | null>(["tsx", "vue", "svelte"]);

/** Addresses in the texts of code whose interfaces it calls: of services that the table knows, and of others by their hosts. */
export function extractCalls(source: SourceText): { clients: ClientFact[]; hosts: DeploymentFacts["calls"] } {
  const clients = new Map<string, ClientFact>();
  const hosts = new Map<string, number>();
  if (!codeLanguages.has(source.language)) return { clients: [], hosts: [] };
  const { text } = source;
  for (const { match, line } of matchesInCode(source, declaredClient)) hosts.set(match[1] ?? "", line);
  // What steps of a database name may be long gone.
  if ((text.match(schemaChange)?.length ?? 0) >= leastChanges) return { clients: [], hosts: [] };
  const isPage = pageLanguages.has(source.language);
  // What a client of others is handed, or documents are told by.
  const isList = text.split("://", leastListed + 1).length > leastListed;
  let isRequesting: boolean | null = null;
  let at = text.indexOf("://");
  for (let count = 0; at !== -1 && count < maxAddresses; at = text.indexOf("://", at + 3), count += 1) {
    addressAfter.lastIndex = at + 3;
    const address = addressAfter.exec(text)?.[0];
    if (address === undefined || samplePart.test(address)) continue;
    const before = textBefore(text, at);
    if (!/["'`][^"'`\s]{0,40}$/.test(before)) continue;
    const known = technologyOfAddress(address);
    // Pages also hold addresses for people to choose from.
    const isUsed = isList
      ? request.test(before)
      : isCalled(before, address) || (!isPage && isBase(before) && (isRequesting ??= requesting.test(text)));
    const technology = (isPage || isList || known?.isShown === true) && !isUsed ? null : known;
    const host = known === null && isUsed ? hostOf(address) : null;
    if (technology === null && host === null) continue;
    const line = lineAt(source, at);
    if (source.commentLines[line - 1] === 1 || lineText(source, line).length > maxLineLength) continue;
    if (technology !== null && !clients.has(technology.name))
      clients.set(technology.name, { technology: technology.name, line, isOption: false });
    if (host !== null && !hosts.has(host) && hosts.size < maxHosts) hosts.set(host, line);
  }
  return { clients: [...clients.values()], hosts: [...hosts].map(([host, line]) => ({ host, line })) };
}

const schemaChange = /\b(?:CREATE|ALTER) TABLE\b/g;
const leastChanges = 4;
const leastListed = 60;

/** What stands before an address on its line, and where that is nothing, on the line above. */
function textBefore(text: string, at: number): string {
  const line = text.lastIndexOf("\n", at) + 1;
  const isAlone = at - line < maxBefore && /^[\s\w$@]*["'`]https?$/.test(text.slice(line, at));
  const begin = isAlone && line > 0 ? text.lastIndexOf("\n", line - 2) + 1 : line;
  return text.slice(Math.max(begin, at - maxBefore), at);
}

/** Keys within an address are of examples: programs put theirs in. */
const samplePart = /\/[A-Z\d]{8,}(?:\/|$)/;
const addressAfter = /[\w.{}$-]{3,80}(?::\d{1,5})?(?:\/[\w./~-]{0,120})?/y;

/** A request to the address that follows. */
const request =
  /(?:\bfetch|\baxios|\bHTTParty\.\w+|\bFaraday\.\w+|\bHTTPoison\.\w+!?|\bReq\.\w+!?|\b(?:requests|httpx|session|client|http|httpClient|axios|got|ky|superagent|restTemplate|webClient|Http|\$http|this\.http)\.(?:get|post|put|patch|request|Get|Post|Head|NewRequest|NewRequestWithContext|getForObject|postForObject|uri)|\.(?:GetAsync|PostAsync|PutAsync|GetStringAsync|PostJsonAsync|PostAsJsonAsync|GetFromJsonAsync)|\burlopen|\bcurl_init|\bNewRequest(?:WithContext)?|\b(?:client|http|httpClient|guzzle|api)->(?:get|post|put|patch|request)|\bcurl\.(?:get|post|put|request)|\bHttp::(?:get|post|put)|\breqwest::get)\s*(?:<[\w[\], |]{1,60}>)?\(\s*(?:[\w."']{1,40}\s*,\s*){0,3}[$f@rb]{0,2}["'`]https?$/;
/** The constant that holds an address. */
const constant =
  /\b\w*(?:url|uri|endpoint|host|base|api|address)\w*["']?[\])]?\s*(?:\?\?|\|\||:=|=>|[:=,(])\s*[$f@rb]{0,2}["'`]https?$/i;
/** The constant by which a client says whom it calls. */
const base = /\b(?:\w+_)?(?:api_?)?(?:endpoint|base)(?:_?ur[il])?["']?\s*(?:=|:=|=>|:)\s*[$f@rb]{0,2}["'`]https?$/i;
/** One that says that the address is of an interface: `BoatsApiUrl`. */
const apiBase =
  /\b\w*(?:api|API|Api)_?(?:ur[il]|UR[IL]|Ur[il]|host|HOST|Host|root|ROOT|Root|base|BASE|Base)\b["']?\s*(?::\s*[sS]tring\s*)?(?:=|:=|=>|:)\s*[$f@rb]{0,2}["'`]https?$/;
/** What is told where to call: `.baseUrl("…")`, `.withApiUrl(URI.create("…"))`. */
const told =
  /\.(?:with|set)?\w*(?:[aA]pi|[bB]ase|[dD]ata|[fF]eeds?|[sS]ervice|[eE]ndpoint)(?:Base)?(?:Ur[il]|UR[IL])\(\s*(?:(?:java\.net\.)?URI\.create\(|new\s+(?:URI|Uri|URL)\(|Uri\.parse\()?\s*["'`]https?$/;
/** Names by which documents of others know what they mean, spelled as addresses. */
const identifier =
  /\b(?:rel|ns|xmlns|namespace|schema|profile|vocab|iri|urn)_\w*["']?\s*(?::\s*\w+\s*)?=\s*["'`]https?$/i;
/** What sends requests. */
const requesting =
  /\bfetch\(|\baxios\b|->request\(|\brequests\.|\bhttpx\b|\bhttp\.(?:Get|Post|NewRequest|Client)|HttpClient|RestTemplate|WebClient|\burlopen\b|\bcurl_|Guzzle|HTTParty|Faraday|Net::HTTP|HTTPoison|\bReq\.|Finch|reqwest|\bgot\(|superagent|\bHttp::|Flurl|\b(?:Get|Post)JsonAsync\(|OkHttp|Retrofit|HttpRequest|HttpURLConnection|RestClient|Typhoeus|Excon|\bTesla\.|\bureq::|\bresty\.|\bundici\b/;
const interfaceHost = /^(?:api|rest|gateway)\d?[.-]|[.-]api\d?\./i;
const interfacePath = /^[^/]+\/(?:[\w-]+\/)?(?:api|v\d|graphql|rest|oauth2?)(?:\/|$)/i;

function isBase(before: string): boolean {
  return base.test(before) && !identifier.test(before);
}

/** What a page shows in a frame. */
const shown = /\/(?:embed|player|iframe)(?:\/|$)/i;

function isCalled(before: string, address: string): boolean {
  if (shown.test(address) || identifier.test(before)) return false;
  return (
    request.test(before) ||
    told.test(before) ||
    (apiBase.test(before) && /^[\w-]+\.[\w-]+\./.test(address)) ||
    (constant.test(before) && (interfaceHost.test(address) || interfacePath.test(address)))
  );
}

/** Hosts that stand for others, that are near, or that belong to documents, their schemas, and whoever rents machines. */
const noService =
  /^(?:localhost|\d+(?:\.\d+){3}|[\w-]+|.*(?:\{|\}|example|sample|your|placeholder|dummy|foo|bar|acme|test|mock|dev|staging|internal|local)\b.*|.*\.(?:local|test|invalid|localhost|internal|lan|svc|example)|(?:.*\.)?(?:w3\.org|schema\.org|json-schema\.org|xmlsoap\.org|openxmlformats\.org|github\.com|githubusercontent\.com|wikipedia\.org|apache\.org|mozilla\.org|google\.com|microsoft\.com|jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|googleapis\.com|shields\.io|onrender\.com|vercel\.app|herokuapp\.com|netlify\.app|workers\.dev|github\.io|pages\.dev|fly\.dev|railway\.app|ngrok(?:-free)?\.\w+|azurewebsites\.net|amazonaws\.com|cloudfront\.net|appspot\.com))$/i;

/** The host of a service of others in an address without its scheme; null where it is none, or stands for another. */
export function hostOf(address: string): string | null {
  const host = (address.split(/[/:]/)[0] ?? "").toLowerCase();
  return /^[a-z\d.-]+\.[a-z]{2,}$/.test(host) && !noService.test(host) ? host : null;
}
