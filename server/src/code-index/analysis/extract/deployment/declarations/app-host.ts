import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import { technologyOfAppHostMethod } from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import { argumentsOf, stringIn } from "#server/code-index/analysis/text/arguments-of.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { DeployedUnit } from "#server/code-index/ports/deployment-facts.ts";

interface ChainCall {
  name: string;
  /** Name of the project that it is made of: `AddProject<Projects.Boats>()`. */
  project: string | null;
  args: string[];
  offset: number;
}

const maxCalls = 60;
const maxUnits = 300;
/** Programs and folders that an app host starts by their path. */
const byPath =
  /^Add(?:Executable|NpmApp|NodeApp|ViteApp|JavaScriptApp|PythonApp|UvicornApp|Dockerfile|BunApp|DenoApp|GolangApp|CSharpApp|Project)$/;
/** What is no process, or is not there for those who use the product. */
const noUnit =
  /^Add(?:Parameter|ConnectionString|Database|ForwardedHeaders|Queue|Topic|Blobs|Tables|Queues|Subscription|DockerComposeEnvironment|KubernetesEnvironment|AzureContainerAppEnvironment|HealthCheck)/;
/** Settings that tell where to send a browser back to are no call. */
const returnAddress = /callback|redirect|origin|cors|client$/i;

/** Applications of .NET Aspire: what they add, and what refers to what. */
export const appHost: DeclarationReader = {
  language: "csharp",
  pattern: /\bI?DistributedApplication(?:Builder)?\b/,
  read: (source) => ({ units: readUnits(source) }),
  examples: [
    {
      path: "AppHost/Program.cs",
      text: `
var builder = DistributedApplication.CreateBuilder(args);
var cache = builder.AddRedis("cache");
var db = builder.AddPostgres("pg").WithDataVolume();
var boatsDb = db.AddDatabase("boatsdb");
var api = builder.AddProject<Projects.Boats_Api>("api")
    .WithReference(boatsDb).WaitFor(boatsDb)
    .WithReference(cache);
builder.AddNpmApp("front", "../web").WithReference(api);
builder.AddYarp("gate").WithConfiguration(yarp => yarp.AddRoute(api)).WaitFor(api);
builder.AddContainer("mail", "example/mail", "1").WaitFor(api);
api.WithEnvironment("CallBackUrl", api.GetEndpoint("http"));
builder.AddExecutable("migrate", "pwsh", "..").ExcludeFromManifest();
// builder.AddKafka("no");
`,
      units: [
        "cache technology=Redis",
        "pg technology=PostgreSQL",
        "api project=Boats_Api needs=pg,cache",
        "front project=../web needs=api",
        "gate project=./ needs=api",
        "mail image=example/mail needs=api",
        "migrate once",
      ],
    },
    {
      path: "AppHost/Extensions.cs",
      text: `
public static class Extensions
{
    public static void AddBoats(this IDistributedApplicationBuilder builder, IResourceBuilder<SqlServerDatabaseResource> db) =>
        builder.AddService<Projects.Boats>(db, "boats");
}
`,
      units: ["boats project=Boats needs=@SQL Server"],
    },
  ],
};

function readUnits(source: SourceText): DeployedUnit[] {
  const units: DeployedUnit[] = [];
  const variables = typedParameters(source);
  let end = 0;
  for (const { match, offset } of matchesInCode(
    source,
    /(?:\b(\w+)\s*=\s*(?:await\s+)?)?\b(\w+)\s*\.\s*[A-Z]\w*\s*(?:<[\w.]+>)?\s*\(/g,
  )) {
    if (offset < end || units.length >= maxUnits) continue;
    const root = match[2] ?? "";
    const chain = readChain(
      source.text,
      match.index + match[0].indexOf(root, (match[1] ?? "").length === 0 ? 0 : match[0].indexOf("=") + 1) + root.length,
    );
    end = chain.end;
    const unit = unitOf(source, chain.calls) ?? known(units, variables.get(root));
    if (unit === null) continue;
    if (!units.includes(unit)) units.push(unit);
    const target = match[1] ?? null;
    if (target !== null) variables.set(target, unit.name);
    addNeeds(source, unit, { calls: chain.calls, variables });
  }
  return units;
}

function known(units: readonly DeployedUnit[], name: string | undefined): DeployedUnit | null {
  return name === undefined ? null : (units.find((one) => one.name === name) ?? null);
}

/** Parameters that stand for what another file adds: "@" and its technology. */
function typedParameters(source: SourceText): Map<string, string> {
  const found = new Map<string, string>();
  for (const { match } of matchesInCode(source, /\bIResourceBuilder<(\w+)Resource>\s+(\w+)/g)) {
    const technology = technologyOfAppHostMethod(`Add${match[1] ?? ""}`);
    if (technology !== null) found.set(match[2] ?? "", `@${technology.name}`);
    else found.set(match[2] ?? "", match[2] ?? "");
  }
  return found;
}

function readChain(text: string, from: number): { calls: ChainCall[]; end: number } {
  const calls: ChainCall[] = [];
  let at = from;
  while (calls.length < maxCalls) {
    const next = /^\s*(?:\/\/[^\n]*\n\s*)*[?!]?\.\s*(\w+)\s*(?:<([\w.]+)>)?\s*(\()?/.exec(text.slice(at, at + 600));
    if (next === null) break;
    const open = at + next[0].length - 1;
    const name = next[1] ?? "";
    if (next[3] === undefined) {
      at += next[0].length;
      continue;
    }
    const { list, end } = argumentsOf(text, open);
    calls.push({
      name,
      project: /^Projects\.(\w+)$/.exec(next[2] ?? "")?.[1] ?? null,
      args: list.map((one) => one.text),
      offset: at + next[0].indexOf(name),
    });
    at = end + 1;
  }
  return { calls, end: at };
}

function unitOf(source: SourceText, calls: readonly ChainCall[]): DeployedUnit | null {
  const [first] = calls;
  if (first === undefined || !first.name.startsWith("Add") || noUnit.test(first.name)) return null;
  const texts = first.args.map(stringIn);
  const name = first.project === null ? (texts[0] ?? null) : (texts.find((one) => one !== null) ?? first.project);
  const technology = technologyOfAppHostMethod(first.name);
  const isKnown =
    first.project !== null ||
    technology !== null ||
    byPath.test(first.name) ||
    /^Add(?:Container|Yarp|Keycloak)$/.test(first.name);
  if (name === null || !isKnown || technology?.isDevelopment === true) return null;
  const last = calls.at(-1) ?? first;
  const unit = makeUnit("app-host", name, {
    startLine: lineAt(source, first.offset),
    endLine: lineAt(source, last.offset),
  });
  unit.project =
    first.project ?? (byPath.test(first.name) && first.name !== "AddExecutable" ? (texts[1] ?? null) : null);
  // The code of such a gateway is what the application host says of its routes.
  if (first.name === "AddYarp") unit.project = "./";
  unit.technology = technology?.name ?? null;
  if (first.name === "AddContainer") unit.image = texts[1] ?? null;
  if (calls.some((call) => call.name === "ExcludeFromManifest")) unit.duration = "once";
  return unit;
}

function addNeeds(
  source: SourceText,
  unit: DeployedUnit,
  { calls, variables }: { calls: readonly ChainCall[]; variables: ReadonlyMap<string, string> },
): void {
  for (const { name, args, offset } of calls) {
    if (/ParentRelationship|WaitForCompletion|ReferenceRelationship/.test(name)) continue;
    if (name === "WithEnvironment" && returnAddress.test(stringIn(args[0] ?? "") ?? "")) continue;
    const kind = name === "WaitFor" || name === "WaitForStart" ? "start" : "reference";
    for (const argument of args) {
      const root = /^(\w+)(?:\s*[.!?]|$)/.exec(argument)?.[1] ?? "";
      const target = variables.get(root);
      if (
        target === undefined ||
        target === unit.name ||
        unit.needs.some((need) => need.name === target && need.kind === kind)
      )
        continue;
      unit.needs.push({ name: target, kind, line: lineAt(source, offset) });
    }
  }
}
