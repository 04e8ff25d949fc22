import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findCiCommands } from "#server/engine/facts/project/find-ci-commands.ts";
import { isOfTools } from "#server/engine/facts/project/find-config.ts";
import { findClusterFiles, findComposeFiles, findDockerfiles } from "#server/engine/facts/project/operations-files.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate, fileName, someOf } from "#server/engine/text/wording.ts";

import { composedItems } from "./composed-items.ts";
import { evidenceOfLine } from "./file-evidence.ts";

const maxFiles = 5;

/** Files by which a platform knows how to run the program, with a line of those whose name others use as well. */
const platforms: readonly [file: RegExp, platform: string, says?: RegExp][] = [
  [/(?:^|\/)fly\.toml$/, "Fly.io"],
  [/(?:^|\/)vercel\.json$/, "Vercel"],
  [/(?:^|\/)netlify\.toml$/, "Netlify"],
  [/(?:^|\/)render\.ya?ml$/, "Render"],
  [/(?:^|\/)railway\.(?:json|toml)$/, "Railway"],
  [/(?:^|\/)Procfile$/, "Heroku and its kin"],
  [/(?:^|\/)app\.json$/, "Heroku"],
  [/(?:^|\/)app\.ya?ml$/, "App Engine", /^runtime:\s*\S/],
  [/(?:^|\/)wrangler\.(?:toml|jsonc?)$/, "Cloudflare Workers"],
  [/(?:^|\/)serverless\.ya?ml$/, "the Serverless Framework"],
  [/(?:^|\/)Chart\.ya?ml$/, "Helm"],
  [/\.tf$/, "Terraform"],
];

/** How the code gets to where it runs; any of the lists may be empty. */
export interface Deployment {
  /** Images, containers that run together, platforms that are told how to run it. */
  shipped: Statement[];
  /** Objects of a cluster, by their files. */
  cluster: Statement[];
  /** Commands by which the project's own automation builds and ships. */
  steps: Statement[];
}

/** What the files of a folder, and of the repository where it has none of its own, say about how it is deployed. */
export async function findDeployment(scope: CodeScope): Promise<Deployment> {
  const [dockerfiles, composeFiles] = await Promise.all([
    deployedOf(scope, findDockerfiles(scope)),
    deployedOf(scope, findComposeFiles(scope)),
  ]);
  const images = await Promise.all(dockerfiles.map((path) => imageItem(scope, path)));
  const composed = await composedItems(scope, composeFiles);
  // An image that starts nothing is one that others are built from.
  const starting = images.filter((item) => item?.text.includes(" It starts ") === true);
  const items = [...(starting.length > 0 ? starting : images), ...composed].filter((item) => item !== null);
  return {
    shipped: [...items, ...(await platformItems(scope))],
    cluster: await clusterItems(scope),
    steps: await shippingItems(scope),
  };
}

/** What developers run on their own machines is not how it is deployed, by its name or by its own words. */
async function deployedOf(scope: CodeScope, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (found.length >= maxFiles) break;
    if (isOfTools(path) || ofDevelopers.test(path)) continue;
    if (!saysDevelopers.test(headOf((await scope.lines(path)) ?? []))) found.push(path);
  }
  return found;
}

const ofDevelopers =
  /(?:^|\/)(?:dev|development|local|debug)\/|[._-](?:dev|development|local|debug|tests?|testing|e2e)(?:[._-][^/]*)?$/i;
const saysDevelopers =
  /\b(?:development|testing|tests?)(?: (?:purposes?|use|environments?|and|or|testing|development)){0,4} only\b|\bonly (?:(?:be |to be )?(?:intended|meant|used) )?(?:for|in) (?:local )?(?:development|testing|tests)\b|\b(?:not|never)(?: \w+){0,4} (?:in|for) production\b/i;

/** The comment that a file begins with, in one line. */
function headOf(lines: readonly string[]): string {
  const end = lines.findIndex((line) => !line.startsWith("#"));
  const head = lines.slice(0, Math.min(end < 0 ? lines.length : end, longestHead));
  return head.map((line) => line.replace(/^[#\s]+/, "").trim()).join(" ");
}

const longestHead = 20;

interface ImageInstruction {
  name: string;
  value: string;
  line: number;
}

/** Instructions over several lines as one; what goes on from a line above begins none. */
function instructionsIn(lines: readonly string[]): ImageInstruction[] {
  const found: ImageInstruction[] = [];
  let open = false;
  for (const [at, line] of lines.entries()) {
    if (/^\s*#/.test(line)) continue;
    const text = line.replace(/\\\s*$/, "").trim();
    const [, name = "", value = ""] = /^([A-Za-z]+)\s+(.*)$/.exec(text) ?? [];
    const last = found.at(-1);
    if (open && last !== undefined) last.value = `${last.value} ${text}`.slice(0, longestInstruction);
    else if (name !== "") found.push({ name: name.toUpperCase(), value: value.trim(), line: at + 1 });
    open = /\\\s*$/.test(line);
  }
  return found;
}

const longestInstruction = 2_000;

/** A stage refers to the one before it that it goes on from: copies of what they all say would grow with their square. */
interface ImageStage {
  own: ImageInstruction[];
  base: ImageStage | null;
}

/** More than anybody writes: what goes on for longer is told by its nearest stages. */
const maxStages = 100;
const maxInstructions = 2_000;

/** What the last stage says, behind what the stages say that it goes on from: others only build for it. */
function ofFinalStage(all: readonly ImageInstruction[]): ImageInstruction[] {
  const stages = new Map<string, ImageStage>();
  let last: ImageStage = { own: [], base: null };
  for (const one of all) {
    if (one.name === "FROM") {
      const [, base = "", name = ""] = /^(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(one.value) ?? [];
      last = { own: [], base: stages.get(base.toLowerCase()) ?? null };
      if (name !== "") stages.set(name.toLowerCase(), last);
    } else if (last.own.length < maxInstructions) last.own.push(one);
  }
  const chain: ImageInstruction[][] = [];
  for (let stage: ImageStage | null = last; stage !== null && chain.length < maxStages; stage = stage.base)
    chain.push(stage.own);
  return chain.toReversed().flat().slice(-maxInstructions);
}

/** Names of what somebody has to fill in. */
const asksFor = /(?:PLEASE|CHANGE|REPLACE|YOUR|FIXME)_[A-Z]|<[^>]+>/;

async function imageItem(scope: CodeScope, path: string): Promise<Statement | null> {
  const all = instructionsIn((await scope.lines(path)) ?? []);
  const find = (name: string) => all.filter((one) => one.name === name);
  const defaults = new Map(
    all.flatMap(({ name, value }) => {
      const [, given, text] = (name === "ARG" || name === "ENV" ? /^(\w+)[=\s](\S+)/.exec(value) : null) ?? [];
      return given === undefined || text === undefined ? [] : [[given, text.replaceAll(/^"|"$/g, "")] as const];
    }),
  );
  const filledIn = (value: string): string =>
    value.replaceAll(/\$\{?(\w+)(?::-[^}]*)?\}?/g, (whole, name: string) => defaults.get(name) ?? whole);
  const bases = find("FROM").map(({ value, line }) => ({
    value: filledIn(/^(?:--\S+\s+)*(\S+)/.exec(value)?.[1] ?? ""),
    line,
  }));
  const stages = new Set(find("FROM").flatMap(({ value }) => /\sAS\s+(\S+)/i.exec(value)?.[1] ?? []));
  const others = bases.filter(({ value }) => !stages.has(value) && value !== "scratch");
  // What is only worked out while building is nobody's name.
  const named = others.filter(({ value }) => !value.includes("$") && !asksFor.test(value));
  const outside = named.length > 0 ? named : others;
  if (outside.length === 0) return null;
  const final = ofFinalStage(all);
  const ports = final
    .filter(({ name }) => name === "EXPOSE")
    .flatMap(({ value, line }) =>
      filledIn(value)
        .split(/\s+/)
        .flatMap((port) => (port.includes("$") ? [] : [{ value: port, line }])),
    );
  const [entrypoint, command] = ["ENTRYPOINT", "CMD"].map((wanted) => final.findLast(({ name }) => name === wanted));
  const started = [entrypoint, command].filter((one) => one !== undefined && asCommand(one.value) !== "");
  const words = started.map((one) => asCommand(one?.value ?? "")).join(" ");
  const starts = words === "" ? "" : ` It starts ${codeSpan(words, 110)}.`;
  const opens =
    ports.length > 0
      ? ` It declares the ports ${enumerate([...new Set(ports.map(({ value }) => codeSpan(value)))])}.`
      : "";
  const shown = [...outside, ...ports, ...started.filter((one) => one !== undefined)];
  return {
    text: `${codeSpan(scope.shorten(path))} builds an image from ${someOf([...new Set(outside.map(({ value }) => codeSpan(value)))], 3)}.${starts}${opens.replace("the ports", new Set(ports.map(({ value }) => value)).size === 1 ? "the port" : "the ports")}`,
    evidence: shown.map(({ line }) => scope.at(path, line)),
  };
}

/** `["node", "server.js"]` as it would be typed. */
function asCommand(value: string): string {
  const words = /^\[(.*)\]$/.exec(value)?.[1];
  return words === undefined
    ? value.trim()
    : Array.from(words.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, word = ""]) => word.replaceAll(/\\(.)/g, "$1")).join(" ");
}

/** Processes that a file names with the command of each; files of which only the platform is known are one item. */
async function platformItems(scope: CodeScope): Promise<Statement[]> {
  const files = scope.files.filter(
    ({ path, lines }) => lines > 0 && !/(?:^|\/)(?:examples?|tests?|docs?)\//i.test(path),
  );
  const processes = files
    .filter(({ path }) => /(?:^|\/)Procfile$/.test(path))
    .flatMap(({ path }) => processItem(scope, path) ?? []);
  const others: { text: string; evidence: Evidence }[] = [];
  for (const [file, platform, says] of platforms) {
    const isTold = processes.length > 0 && /heroku/i.test(platform);
    const first = isTold ? undefined : files.find(({ path }) => file.test(path))?.path;
    const line = first === undefined ? null : await lineThatSays(scope, first, says);
    if (first === undefined || line === null || (await isOfDocuments(scope, first))) continue;
    others.push({ text: `${platform} (${codeSpan(scope.shorten(first))})`, evidence: scope.at(first, line) });
  }
  if (others.length === 0) return processes;
  const text = `Files to deploy it with are there for ${enumerate(others.map((one) => one.text))}.`;
  return [...processes, { text, evidence: others.map(({ evidence }) => evidence) }];
}

/** The first line where the name alone is enough; null where no line says it. */
async function lineThatSays(scope: CodeScope, path: string, says: RegExp | undefined): Promise<number | null> {
  if (says === undefined) return 1;
  const at = ((await scope.lines(path)) ?? []).findIndex((line) => says.test(line));
  return at < 0 ? null : at + 1;
}

/** A site of documents that is put online is not the product. */
const buildsDocuments =
  /\b(?:mkdocs|docusaurus|vitepress|vuepress|sphinx|storybook|gitbook|hugo|antora|starlight)\b|["'\s/](?:docs?|documentation|website)\//i;
const readOfPlatform = 40;

async function isOfDocuments(scope: CodeScope, path: string): Promise<boolean> {
  if (!/(?:netlify\.toml|vercel\.json|static\.json|wrangler\.\w+|render\.ya?ml)$/i.test(path)) return false;
  return ((await scope.lines(path)) ?? []).slice(0, readOfPlatform).some((line) => buildsDocuments.test(line));
}

/** One program that is started in several ways is told with the flags of each. */
function processItem(scope: CodeScope, path: string): Statement | null {
  const own = (scope.facts(path)?.scripts ?? []).filter(({ runner }) => runner === "procfile");
  if (own.length === 0) return null;
  const started = own.map(({ name, command }) => `${codeSpan(name)} by ${codeSpan(command, 100)}`);
  return {
    text: `${codeSpan(scope.shorten(path))} starts ${enumerate(started)}.`,
    evidence: own.map(({ line }) => scope.at(path, line)),
  };
}

async function clusterItems(scope: CodeScope): Promise<Statement[]> {
  const files = findClusterFiles(scope).filter((path) => !/Chart\.ya?ml$|compose[\w.-]*\.ya?ml$/i.test(path));
  if (files.length === 0) return [];
  const linesOfKind = async (paths: readonly string[]) =>
    (await Promise.all(paths.map((path) => evidenceOfLine(scope, path, /^kind:/)))).flat();
  const names = someOf(
    files.map((path) => codeSpan(scope.shorten(path))),
    4,
  );
  return [{ text: `Objects of a cluster: ${names}.`, evidence: await linesOfKind(files.slice(0, 5)) }];
}

const ships =
  /^(?:sudo\s+)?(?:docker (?:build|buildx build|push|compose up)|docker-compose up|(?:npm|pnpm|yarn) (?:run )?(?:publish|deploy|release)|cargo publish|make (?:release|deploy|publish)|goreleaser|helm|kubectl|terraform|fly|flyctl|vercel|wrangler|twine|gh release create)\b/;

async function shippingItems(scope: CodeScope): Promise<Statement[]> {
  const found = (await findCiCommands(scope)).filter(
    ({ command }) =>
      ships.test(command) &&
      !/\b(?:docs?|documentation|site|website|gh-pages|nightly|canary)\b/i.test(command) &&
      !/^(?:echo|if|for|cd|export|#)\b|--dry-run|\binspect\b|\binstall\b|imagetools|buildx create|^\w+=\S*$|^[A-Z][a-z]+ .*:$/.test(
        command,
      ),
  );
  // One for each platform is the same once more.
  const unique = [...Map.groupBy(found, ({ command }) => command.split(" ").slice(0, 2).join(" ")).values()].flatMap(
    (own) => own.slice(0, 1),
  );
  return unique.slice(0, 4).map(({ command, path, evidence }) => ({
    text: `${codeSpan(command, 110)} (${codeSpan(fileName(path))}).`,
    evidence: [evidence],
  }));
}
