import {
  imageName,
  technologyOfImage,
} from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import { findAround, isUnder, joinPath } from "#server/code-index/analysis/structure/paths.ts";

import { generalNames, lastPart, plainName, type CodePlaces } from "./code-places.ts";
import { builtBelow, builtBeside, builtOnOthers, isOwnAddress, ownerOf, packageNamed } from "./image-folders.ts";
import type { LocatedUnit } from "./located-unit.ts";

/** Tells for each unit whether it is of the repository's own code, and in which folder that lies. */
export function locateCode(units: readonly LocatedUnit[], places: CodePlaces): void {
  const dockerfiles = units.filter(({ form }) => form === "dockerfile");
  for (const unit of units) {
    if (unit.form === "dockerfile") {
      const base = technologyOfBase(unit.image);
      unit.code =
        base === null && !isOthers(unit.image)
          ? (builtFolder(unit, { context: unit.directory, isTargeted: false }, places) ?? "")
          : unit.directory;
      unit.isOwn = base === null && !isOthers(unit.image);
    }
  }
  for (const unit of units) {
    if (unit.form === "dockerfile") continue;
    if (unit.project !== null) placeProject(unit, places);
    else if (unit.build !== null) placeBuild(unit, { dockerfiles, places });
    else if (unit.form === "procfile" || unit.form === "systemd" || unit.form === "platform") {
      unit.isOwn = unit.technology === null && unit.duty?.duty !== "beside" && !isOfMachine(unit, places);
      unit.code = unit.isOwn ? packageAround(unit.directory, places) : null;
    } else if (unit.form === "supervised") placeSupervised(unit, places);
    else if (unit.image !== null && technologyOfImage(unit.image) === null && !isBoughtIn(unit.image, places))
      placeImage(unit, { dockerfiles, places });
  }
  locateSiblings(units, { dockerfiles, places });
  for (const unit of units) if (unit.isOwn) unit.code = startedPackage(unit, places) ?? unit.code;
}

/** What a Dockerfile begins with: bare systems are no programs of others there, as they are where something starts them. */
function technologyOfBase(image: string | null): ReturnType<typeof technologyOfImage> {
  return /^(?:alpine|busybox|bash)$/.test(imageName(image ?? "")) ? null : technologyOfImage(image ?? "");
}

/** The package of the program that a command starts by its name. */
function startedPackage({ command }: LocatedUnit, places: CodePlaces): string | null {
  const program = (command ?? "").replace(/^[-@:+!]+/, "").split(" ")[0] ?? "";
  const named = program === "" || isInterpreter(program) ? null : packageNamed(lastPart(program), places);
  return named !== null && places.started.has(named) ? named : null;
}

/** Within an image, where the code lies elsewhere: by the folder that the program is started in. */
function placeSupervised(unit: LocatedUnit, places: CodePlaces): void {
  unit.isOwn = unit.duty?.duty !== "beside";
  const folder =
    /^cd (\S+);/.exec(unit.command ?? "")?.[1] ??
    /(\S+)\/(?:target|build\/libs)\/\S*\.jar\b/.exec(unit.command ?? "")?.[1];
  const named = folder === undefined ? null : mentioned(folder, "", places);
  unit.code = unit.isOwn ? (named ?? packageAround(unit.directory, places)) : null;
}

/** A program that the distribution brings, such as a mail server, which the product only adds settings to. */
function isOfMachine({ form, command }: LocatedUnit, { names }: CodePlaces): boolean {
  const program = form === "systemd" ? /^[-@:+!]*\/usr\/s?bin\/([\w.-]+)/.exec(command ?? "")?.[1] : undefined;
  if (program === undefined || isInterpreter(program)) return false;
  const plain = plainName(program);
  return ![...names].some((name) => plain === name || (name.length >= 4 && plain.startsWith(name)));
}

/** Of a program by its path or name: it runs others. */
export function isInterpreter(program: string): boolean {
  return interpreter.test(lastPart(program));
}

const interpreter =
  /^(?:env|sh|bash|node|npm|npx|yarn|pnpm|python[\d.]*|ruby|bundle|java|dotnet|php[\d.]*|perl|docker|podman|make|mix|elixir|uv|poetry|gunicorn|uvicorn|celery)$/;

/** Images of the one who publishes the product's others are the product's too. */
function locateSiblings(
  units: readonly LocatedUnit[],
  known: { dockerfiles: readonly LocatedUnit[]; places: CodePlaces },
): void {
  const isImage = (unit: LocatedUnit): boolean =>
    unit.form !== "dockerfile" &&
    unit.build === null &&
    unit.project === null &&
    ownerOf(unit.image) !== null &&
    !isBoughtIn(unit.image ?? "", known.places);
  const owners = new Set(units.filter((unit) => unit.isOwn && isImage(unit)).map(({ image }) => ownerOf(image)));
  for (const unit of units)
    if (!unit.isOwn && isImage(unit) && owners.has(ownerOf(unit.image)) && technologyOfImage(unit.image ?? "") === null)
      placeImage(unit, { ...known, isOfOwner: !isOthers(unit.image) });
}

/** A program of others that the product starts as it is, also where its name begins as the product's. */
function isBoughtIn(image: string, { names }: CodePlaces): boolean {
  return isOthers(image) && !names.has(plainName(imageName(image)));
}

/** Images with a program of others inside, which a Dockerfile adds settings to. */
function isOthers(image: string | null): boolean {
  return /^(?:grafana|grafana-oss|prometheus|nginx|traefik|caddy|haproxy|envoy|keycloak|otel-collector|opentelemetry-collector(?:-[\w-]+)?|loki|jaeger|zipkin)$/.test(
    imageName(image ?? ""),
  );
}

/** A project of .NET by its name with other signs, or a path. */
function placeProject(unit: LocatedUnit, places: CodePlaces): void {
  const name = unit.project ?? "";
  unit.isOwn = true;
  if (/[/\\]/.test(name)) {
    const path = joinPath(unit.directory, name.replaceAll("\\", "/").replace(/\/[^/]+\.\w+proj$/, ""));
    unit.code = path !== null && places.folders.has(path) ? path : null;
    return;
  }
  const wanted = plainName(name);
  unit.code = [...places.packages].find((folder) => plainName(lastPart(folder)) === wanted) ?? null;
}

function placeBuild(
  unit: LocatedUnit,
  { dockerfiles, places }: { dockerfiles: readonly LocatedUnit[]; places: CodePlaces },
): void {
  const given = unit.build?.context ?? ".";
  const context = isOwnAddress(given, places) ? "" : joinPath(unit.directory, given);
  if (context === null || !places.folders.has(context)) {
    // What a package manager brings is built around the code beside the declaration.
    const isBrought = context !== null && /(?:^|\/)(?:vendor|node_modules)\//.test(context);
    unit.isOwn = unit.form === "platform" || isBrought;
    if (isBrought) unit.code = packageAround(unit.directory, places);
    return;
  }
  const file = joinPath(context, unit.build?.file ?? "Dockerfile");
  const target = unit.build?.target?.toLowerCase() ?? null;
  const stages = dockerfiles.filter(({ path }) => path === file);
  const stage = stages.find(({ build }) => target !== null && build?.target?.toLowerCase() === target) ?? stages.at(-1);
  const base = stage === undefined || target !== null ? null : stage.image;
  const variant = base === null ? null : technologyOfVariant(unit.name, base);
  const isTheirs = base !== null && (technologyOfBase(base) !== null || isOthers(base) || variant !== null);
  unit.technology ??= variant?.name ?? null;
  unit.isOwn = !isTheirs;
  unit.image ??= isTheirs ? base : null;
  if (isTheirs) unit.image = base;
  unit.code =
    stage === undefined
      ? withoutStage(unit, context, places)
      : isTheirs
        ? (folderBelow(stage, context) ?? context)
        : (builtFolder(stage, { context, isTargeted: target !== null }, places) ?? context);
  if (stage === undefined) return;
  unit.command ??= stage.command;
  unit.volumes = [...unit.volumes, ...stage.volumes];
  unit.located.push(...stage.located.filter(({ name }) => unit.located.every((one) => one.name !== name)));
  if (unit.ports.length === 0) unit.ports = stage.ports.filter((port) => /^\d+$/.test(port));
}

/** What somebody made of a store or a broker and what bears its name: "mysql", built on "harbour-mysql8". */
function technologyOfVariant(name: string, base: string): ReturnType<typeof technologyOfImage> {
  const technology = technologyOfImage(name);
  const isOfName = plainName(name).length >= 4 && plainName(imageName(base)).includes(plainName(name));
  return isOfName && technology !== null && /^(?:store|queue|cache)$/.test(technology.kind) ? technology : null;
}

/** Where a Dockerfile is not found by its name, as where variables name it, nothing says which part of the whole it builds. */
function withoutStage({ build }: LocatedUnit, context: string, places: CodePlaces): string | null {
  return build?.file?.includes("${") === true ? null : packageAround(context, places);
}

/** An image that bears the name of a part of the repository, or the product's. */
function placeImage(
  unit: LocatedUnit,
  {
    dockerfiles,
    places,
    isOfOwner = false,
  }: { dockerfiles: readonly LocatedUnit[]; places: CodePlaces; isOfOwner?: boolean },
): void {
  const built = builtOnOthers(unit.image ?? "", dockerfiles);
  if (built !== null) {
    unit.image = built.image;
    unit.code = built.directory;
    return;
  }
  const image = plainName(imageName(unit.image ?? ""));
  const isVariable = /\$\{/.test(unit.image ?? "");
  const folder =
    partOfProduct(unit.image ?? "", places) ??
    folderOfImage(imageName(unit.image ?? ""), places) ??
    builtBelow(unit.image ?? "", dockerfiles) ??
    builtBeside(unit.image ?? "", dockerfiles, places);
  const isNamed = [...places.names].some((name) => image === name || (name.length >= 4 && image.startsWith(name)));
  // "${DOCKER_REPO}/${TB_NODE_DOCKER_NAME}": nobody writes variables for what others made.
  unit.isOwn = folder !== null || isNamed || isVariable || isOfOwner;
  if (!unit.isOwn) return;
  const named =
    folder ??
    [...places.packages].find((one) => {
      const part = plainName(lastPart(one));
      const tail = plainName(unit.name);
      const isTail = tail.length >= 3 && image.endsWith(tail) && part.endsWith(tail);
      return part.length >= 3 && !generalNames.has(part) && (part === tail || isTail);
    });
  const ownCode = new Set(dockerfiles.filter((one) => one.isOwn && !one.isDevelopment).map(({ code }) => code));
  const [only = null] = ownCode;
  const whole = places.packages.has("") ? "" : null;
  if (isNamed) unit.command = withProgram(unit.command, dockerfiles);
  const isOfHere = isNamed || isVariable;
  // Who publishes the product's images may publish those of other repositories as well.
  if (named === undefined && !isOfHere) unit.isOwn = false;
  // Of several images that are built here, nothing says which one this is.
  else unit.code = named ?? (ownCode.size === 0 ? whole : ownCode.size === 1 ? only : ownCode.has("") ? "" : null);
}

/** Words that a declaration gives the program of the only image of the product come after it. */
function withProgram(command: string | null, dockerfiles: readonly LocatedUnit[]): string | null {
  const programs = new Set(
    dockerfiles.flatMap((one) => (one.isOwn && !one.isDevelopment && one.directory === "" ? (one.command ?? []) : [])),
  );
  const [program] = [...programs].map((one) => one.split(" ")[0] ?? "");
  if (programs.size !== 1 || program === undefined || isInterpreter(program)) return command;
  const isWords =
    command !== null && /^[a-z][\w:-]*(?: |$)/.test(command) && command.split(" ")[0] !== lastPart(program);
  return isWords ? `${program} ${command}` : command;
}

/** "boats/backend" and "ghcr.io/boats/boats/backend" are the package "backend" of Boats. */
function partOfProduct(image: string, { packages, names }: CodePlaces): string | null {
  const owners = image.split("/").slice(0, -1);
  if (!owners.some((owner) => names.has(plainName(owner)))) return null;
  const part = plainName(imageName(image));
  const named = [...packages].filter((folder) => folder !== "" && plainName(lastPart(folder)) === part);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The package whose path has all words of the image's name, but for the product's before them. */
function folderOfImage(image: string, { packages, byName, started }: CodePlaces): string | null {
  const plain = plainName(image);
  const called = generalNames.has(plain) ? undefined : byName.get(plain);
  const isProgram = called !== undefined && called !== "" && started.has(called) && !packages.has("");
  const exact =
    [...packages].find((one) => plainName(lastPart(one)) === plain && !generalNames.has(plain)) ??
    (isProgram ? called : undefined);
  if (exact !== undefined) return exact;
  const [, ...words] = image.split(/[-_.]/);
  if (words.every((word) => generalNames.has(word))) return null;
  const found = [...packages].filter((one) => {
    const own = new Set(one.toLowerCase().split(/[-_./]/));
    const last = lastPart(one).toLowerCase().split(/[-_.]/);
    return words.every((word) => own.has(word)) && last.every((word) => words.includes(word));
  });
  const begun = found.filter((one) => started.has(one));
  return begun.length === 1 ? (begun[0] ?? null) : found.length === 1 ? (found[0] ?? null) : null;
}

/** The package that a build names most; null where it names several alike or none. */
function builtFolder(
  stage: LocatedUnit,
  { context, isTargeted }: { context: string; isTargeted: boolean },
  places: CodePlaces,
): string | null {
  const votes = new Map<string, number>();
  for (const mention of stage.build?.mentions ?? []) {
    const folder = mentioned(mention, context, places);
    if (folder !== null && folder !== context && isUnder(folder, context))
      votes.set(folder, (votes.get(folder) ?? 0) + 1);
  }
  const begun = startedFiles(stage.command).flatMap((name) => packageNamed(name, places) ?? []);
  if (begun[0] !== undefined) return begun[0];
  const sorted = [...votes].toSorted((a, b) => b[1] - a[1]);
  const [first, second] = sorted;
  const below = folderBelow(stage, context);
  if (below !== null && (first === undefined || isUnder(below, first[0]))) return first?.[0] ?? below;
  // What an image of the whole also builds, such as its pages, is no program of its own.
  const isWhole = places.started.has(context) || (!isTargeted && !places.started.has(first?.[0] ?? ""));
  if (first !== undefined && !isWhole && (second === undefined || first[1] > second[1])) return first[0];
  if (places.packages.has(stage.directory) || places.packages.has(context))
    return places.packages.has(context) ? context : stage.directory;
  const around = first === undefined || isWhole ? packageAround(context, places) : null;
  // A build cannot reach what lies outside of its folder: where nothing begins there, that is no program of the whole.
  return around === "" && context !== "" && places.packages.size > 1 && !places.started.has("") ? null : around;
}

/** Where a build of the whole has its Dockerfile beside the part that it builds; null where it lies among the like. */
function folderBelow({ directory }: LocatedUnit, context: string): string | null {
  return directory !== context && isUnder(directory, context) && !amongBuilds.test(directory.slice(context.length))
    ? directory
    : null;
}

const amongBuilds =
  /(?:^|\/)(?:\.?docker(?:files?)?|[\w-]*docker[\w-]*|deploy(?:ments?)?|builds?|images?|containers?|infra(?:structure)?|ci|ops|packaging|scripts|dist|release)(?:\/|$)/i;

/** Names of the programs that a command starts, which builds name after their projects: "Boats.Web" of "Boats.Web.dll". */
function startedFiles(command: string | null): string[] {
  return [...(command ?? "").matchAll(/([\w.-]+)\.(?:dll|exe|jar|war)\b/g)].map(([, name = ""]) => name);
}

/** `source/src/Api` within the image is `src/Api` here. */
function mentioned(mention: string, context: string, places: CodePlaces): string | null {
  const parts = mention.split("/").filter((part) => part !== "" && part !== "." && !part.includes("*"));
  for (let from = 0; from < Math.min(parts.length, 8); from += 1)
    for (let to = parts.length; to > from; to -= 1) {
      const path = joinPath(context, parts.slice(from, to).join("/")) ?? "";
      if (path === "" || !places.folders.has(path)) continue;
      const around = packageAround(path, places);
      if (around !== null && around !== "") return around;
      break;
    }
  return packageNamed(lastPart(mention), places);
}

/** The nearest folder around that has a manifest; null where none has. */
function packageAround(folder: string, { packages }: CodePlaces): string | null {
  return findAround(folder, packages);
}
