import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { AddressFact, DeployedSetting, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

import { declarationReaders } from "./declarations/declaration-readers.ts";
import { startedTogether } from "./declarations/started-together.ts";
import { emptyDeployment, withDefaults } from "./deployed-unit.ts";
import { extractCalls } from "./extract-calls.ts";
import { extractClients } from "./extract-clients.ts";
import { extractDapr } from "./extract-dapr.ts";
import { extractPrograms } from "./programs.ts";

/** Larger files are data or generated. */
const maxLength = 600_000;
const maxAddresses = 60;
const maxSettings = 300;

/** What a file says about what runs and whom it talks to; null where it says nothing. */
export function extractDeployment(source: SourceText, role: FileRole | null): DeploymentFacts | null {
  if (source.text.length > maxLength) return null;
  const found = emptyDeployment();
  for (const { roles, language, pattern, read } of declarationReaders) {
    const isOfKind = role !== null && roles?.includes(role) === true;
    if (!isOfKind && (language !== source.language || pattern?.test(source.text) !== true)) continue;
    const { units, includes = [], maps = [] } = read(source);
    found.units.push(...units, ...units.flatMap((unit) => startedTogether(unit)));
    found.includes.push(...includes);
    if (maps.length > 0) found.maps = [...(found.maps ?? []), ...maps];
  }
  if (role === "env-file" || role === "env-example") found.settings = extractSettings(source);
  if (found.units.length === 0) {
    found.addresses = extractAddresses(source);
    const { clients, hosts } = extractCalls(source);
    found.clients = [...extractClients(source), ...clients];
    found.calls = hosts;
    found.programs = extractPrograms(source);
  }
  const dapr = extractDapr(source);
  if (dapr !== null) found.dapr = dapr;
  const isEmpty = [
    found.units,
    found.settings,
    found.addresses,
    found.clients,
    found.calls,
    found.programs,
    found.includes,
    found.maps ?? [],
  ].every((list) => list.length === 0);
  return isEmpty && dapr === null ? null : found;
}

function extractSettings(source: SourceText): DeployedSetting[] {
  return [...matchesInCode(source, /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)=["']?([^\n"']{0,500})/gm)]
    .slice(0, maxSettings)
    .map(({ match, line }) => ({ name: match[1] ?? "", value: withDefaults((match[2] ?? "").trim()), line }));
}

const settingLanguages = new Set<string | null>(["yaml", "ini", "toml", "json", "xml", null]);

/** `http://boats:8080` in any text, `boats:8080` and `server boats;` in settings. */
function extractAddresses(source: SourceText): AddressFact[] {
  const { language } = source;
  if (language === "markdown" || language === "text" || language === "rst" || language === "html" || language === "css")
    return [];
  const found = new Map<string, AddressFact>();
  const add = (host: string, line: number): void => {
    const plain = host.toLowerCase();
    if (found.size < maxAddresses && !ownHosts.has(plain) && !found.has(plain)) found.set(plain, { host: plain, line });
  };
  for (let at = source.text.indexOf("://"); at !== -1; at = source.text.indexOf("://", at + 3)) {
    hostAfter.lastIndex = at + 3;
    const host = hostAfter.exec(source.text)?.[1];
    const line = host === undefined || !/[a-z\d+.-]/i.test(source.text[at - 1] ?? "") ? 0 : lineAt(source, at);
    if (host !== undefined && line > 0 && source.commentLines[line - 1] !== 1 && !isForVisitors(source.text, at))
      add(host, line);
  }
  if (settingLanguages.has(language))
    for (const { match, line } of matchesInCode(
      source,
      /(?<![\w./:@$-])([a-z][a-z\d]*(?:[-_][a-z\d]+)*):(\d{2,5})(?![\w.-]|:\S)/gm,
    ))
      add(match[1] ?? "", line);
  if (settingLanguages.has(language))
    for (const { match, line } of matchesInCode(source, hostSetting)) add(match[1] ?? "", line);
  if (settingLanguages.has(language)) for (const { host, line } of passedOn(source)) add(host, line);
  const named =
    language === "java" || language === "kotlin" ? registryClient : settingLanguages.has(language) && routed;
  if (!settingLanguages.has(language) && daprText.test(source.text))
    for (const { match, line } of matchesInCode(source, daprCall)) add(match[1] ?? match[2] ?? "", line);
  if (named) for (const { match, line } of matchesInCode(source, named)) add(match[1] ?? "", line);
  return [...found.values()];
}

/** Where people are sent, and from where they come: `redirectUris`, `yas.public.url`. Nobody is called there. */
function isForVisitors(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxKeyDistance), at);
  const key = /([\w.-]+)["']?\s*(?:[:=]|=>)\s*(?:\[[^\][{}]*|["'`]?)["'`]?[a-z+]*$/i.exec(before)?.[1];
  return key !== undefined && visitorKey.test(key);
}

const maxKeyDistance = 300;
const visitorKey =
  /redirect|callback|(?:^|[._-])cors|origins?$|logout|(?:^|[._-])(?:public|external|frontend|website|site|canonical)(?:[._-]?base)?[._-]?ur[il]$/i;

/** nginx looks up a host while it runs where a variable holds it: `set $boats "boats"; proxy_pass http://$boats;`. */
function passedOn(source: SourceText): AddressFact[] {
  if (!source.text.includes("_pass")) return [];
  const used = new Set([...source.text.matchAll(passedVariable)].map(([, name]) => name));
  return [...matchesInCode(source, heldHost)].flatMap(({ match: [, name, host = ""], line }) =>
    used.has(name) ? [{ host, line }] : [],
  );
}

const passedVariable = /\b(?:proxy|fastcgi|grpc|uwsgi)_pass\s+(?:\w+:\/\/)?\$\{?(\w+)/g;
const heldHost = /^[ \t]*set[ \t]+\$(\w+)[ \t]+["']?(?:\w+:\/\/)?([a-z][a-z\d]*(?:[-_][a-z\d]+)*)(?::\d+)?["']?;/gim;

/** Clients that find whom they call by its name in a registry: of Spring Cloud and Micronaut. */
const registryClient =
  /(?:@(?:FeignClient|Client)\(\s*(?:(?:name|value|id|serviceId)\s*=\s*)?|\bgetInstances\(\s*)["']([a-z][a-z\d]*(?:[-_][a-z\d]+)+)["']/g;
/** The host of a connection that is told in parts: `host: boats-db` beside its port. */
const hostSetting =
  /^[ \t]*(?:[\w.-]+\.)?["']?host(?:name)?["']?[ \t]*[:=][ \t]*["']?([a-z][a-z\d]*(?:[-_][a-z\d]+)*)["']?,?[ \t]*$/gim;
/** Whom Dapr is asked to call, by the id that it runs under: `client.InvokeMethod(ctx, "boats", …)`, `/v1.0/invoke/boats/method/`. */
const daprCall =
  /\b(?:[iI]nvoke_?[mM]ethod(?:With\w+|Async)?|CreateInvoke(?:HttpClient|MethodRequest)|invoker\.invoke)(?:<[^()\n]{0,80}>)?\(\s*(?:[\w.]+(?:\(\))?\s*,\s*)?(?:app_id\s*=\s*|appId:\s*)?["']([a-z][a-z\d]*(?:[-_][a-z\d]+)*)["']|\bv1\.0\/invoke\/([a-z][a-z\d]*(?:[-_][a-z\d]+)*)\/method\b/g;
const daprText = /dapr|v1\.0\/invoke\//i;
/** Routes of a gateway to what a registry calls so. */
const routed = /^[ \t]*(?:[\w.-]+\.)?service-?id["']?[ \t]*[:=][ \t]*["']?([a-z][a-z\d]*(?:[-_][a-z\d]+)*)/gim;

/** A host without a domain, behind the user and password that may stand before it. */
const hostAfter =
  /(?:[\w.%-]{1,80}(?::[^@\s/"'`<>]{0,80})?@)?([a-z][\w-]{1,60})(?=[:/?"'`\s,;)&]|$)(?!:[^@\s/"'`<>]{0,80}@)/iy;
const ownHosts = new Set([
  "localhost",
  "host",
  "hostname",
  "example",
  "test",
  "domain",
  "server",
  "user",
  "path",
  "www",
  "http",
  "https",
  "file",
]);
