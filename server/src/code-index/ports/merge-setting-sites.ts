import type { IndexedSetting, SettingSite } from "./setting-facts.ts";

const maxSites = 40;
const weightBySource = { declared: 0, read: 1, example: 2, documented: 3, mentioned: 4 } as const;

/** One setting out of all positions that tell of it; null where these only mention a name that is somebody else's. */
export function mergeSites(all: readonly SettingSite[]): Omit<IndexedSetting, "isOfFramework"> | null {
  const sites = all.toSorted(compareSites);
  const [first] = sites;
  if (first === undefined || first.source === "mentioned") return null;
  const code = sites.filter(({ source }) => source === "declared" || source === "read");
  const told = sites.filter(({ source }) => source === "example" || source === "documented");
  const fromCode = firstOf(code, ({ defaultValue }) => defaultValue) ?? passedOn(code, sites);
  const isDemanded = isRequired(code, told, fromCode);
  const items = sites.filter(({ source, path }) => source === "mentioned" && prose.test(path));
  const valueOf = ({ defaultValue }: SettingSite): string | null => defaultValue;
  // What stands in for a value of a compose file is handed to the code, whatever that does without one.
  const asked = firstOf(
    told.filter(({ source }) => source === "example"),
    valueOf,
  );
  const stated = firstOf(
    told.filter(({ source }) => source === "documented" || code.length === 0),
    valueOf,
  );
  const value = stated ?? firstOf(items, valueOf);
  return {
    name: first.name,
    kind: first.kind,
    aliases: [...new Set(sites.flatMap(({ aliases }) => aliases))],
    type: firstOf(sites, ({ type }) => type),
    // What must be given has no value by itself, whatever a document shows.
    defaultValue: fromCode ?? (isDemanded || value === null || stand.test(value) ? null : value),
    example: firstOf(sites, ({ example }) => example ?? null) ?? (code.length === 0 ? null : asked),
    isRequired: isDemanded,
    allowed: sites.find(({ allowed }) => allowed.length > 0)?.allowed ?? [],
    comment: firstOf(told, ({ comment }) => comment) ?? firstOf(sites, ({ comment }) => comment),
    certainty: code.length > 0 ? "resolved" : "documented",
    sites: sites.slice(0, maxSites),
  };
}

/** `env.PORT ?? 80` beside the schema that declares it, whose values it is handed. */
function passedOn(code: readonly SettingSite[], all: readonly SettingSite[]): string | null {
  if (!code.some(({ source, path }) => source === "declared" && ecmascript.test(path))) return null;
  return firstOf(all, ({ source, path, defaultValue }) =>
    source === "mentioned" && ecmascript.test(path) ? defaultValue : null,
  );
}

const ecmascript = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** What declares before what reads, the files near the root first. */
function compareSites(a: SettingSite, b: SettingSite): number {
  return (
    weightBySource[a.source] - weightBySource[b.source] ||
    // What such a file says beats what its class says.
    Number(programFile.test(b.path)) - Number(programFile.test(a.path)) ||
    a.path.split("/").length - b.path.split("/").length ||
    // `application.yaml` before those of its profiles.
    a.path.length - b.path.length ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)
  );
}

const prose = /\.(?:mdx?|rst|adoc)$/;

/** What examples show for others to write over it. */
const stand =
  /(?:^|[^a-z])(?:your[-_ ]?[a-z]{2,20}|my[-_ ]?(?:own|domain|app|site|server|host|name|user|pass|secret|key|token|bucket|project|org|account))|\bexample\.(?:com|org|net)\b|\bdomain\.(?:com|tld)\b|change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|with)|placeholder|^\/?path[-/](?:to|or)\b|^some[-_]|\bhost:port\b|^0{6,}$|9{7,}|^[xX*.]{3,}$|x{6,}|^<[^>]*>$|^\{\{.*\}\}$|^(?:todo|foo|bar|foobar|secret|password|username|changeit)$/i;

const programFile = /(?:^|\/)(?:application|bootstrap)\.(?:ya?ml|properties)$|(?:^|\/)appsettings\.json$/;

function firstOf(sites: readonly SettingSite[], read: (site: SettingSite) => string | null): string | null {
  for (const site of sites) {
    const found = read(site);
    if (found !== null) return found;
  }
  return null;
}

/** One reading with something that stands in is enough to do without; documents count where the code does not say. */
function isRequired(code: readonly SettingSite[], told: readonly SettingSite[], value: string | null): boolean {
  const said = code.map(({ isRequired: own }) => own);
  if (value !== null || said.includes(false)) return false;
  if (said.includes(true)) return !isGivenBySymfony(code, told);
  return told.find(({ isRequired: own }) => own !== null)?.isRequired ?? false;
}

/** Symfony reads a committed `.env` first: what stands in it is never missing. */
function isGivenBySymfony(code: readonly SettingSite[], told: readonly SettingSite[]): boolean {
  const isPlaceholder = ({ path, isRequired: own }: SettingSite): boolean =>
    own !== true || /\.(?:ya?ml|php|xml)$/.test(path);
  return code.every(isPlaceholder) && told.some(({ path, isRequired: own }) => own === false && committed.test(path));
}

const committed = /(?:^|\/)\.env$/;
