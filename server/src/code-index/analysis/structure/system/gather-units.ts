import {
  imageName,
  technologyNamed,
  technologyOfImage,
} from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { folderOf, joinPath } from "#server/code-index/analysis/structure/paths.ts";
import type { DeployedUnit, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

import { lastPart } from "./code-places.ts";
import { withVariables } from "./image-variables.ts";
import type { LocatedUnit } from "./located-unit.ts";
import { dutyOfCommand } from "./run-commands.ts";

/** What is declared in such a place is there for those who develop or test. */
const developmentFolder =
  /(?:^|\/)(?:\.devcontainer|\.ddev|\.lando|\.github|\.gitpod|dev|development|local|tests?|tests?[-_][\w.-]+|suites|website|e2e|\.?ci|examples?|samples?|demos?|playground|benchmarks?|bench|cypress|playwright|fixtures?|[\w-]*integration[-_]tests?|[\w.-]*[-_.]tests?|black-box-tests|sandbox|scripts\/dev|templates?|contrib|documentation)\//i;
const developmentFile =
  /(?:compose|procfile|dockerfile|fly|render)[\w.-]*[.-](?:[\w-]*-)?(?:dev(?:elopment|container|-\w+)?|local|tests?|testing|it|ci|ci-test|debug|e2e|gitpod|codespaces|build|override|demo|example-dev|make)(?:\.|$)/i;
/** What is shipped may lie among what developers work with: `dev/build/Dockerfile`, `dev/helm`. */
const shippedInside =
  /(?<=(?:^|\/))(?:dev|development)(?=\/(?:helm|charts?|build[\w-]*|release|prod(?:uction)?|deploy(?:ments?)?|packag\w+|openshift|k8s|kubernetes|examples?)\/)/gi;
/** Where people find how the product could be run. */
const exampleFolder = /(?:^|\/)(?:contrib|examples?|samples?|documentation)(?=\/)/gi;
/** Parts that are started for those who ask for such a profile. */
const asideProfile =
  /^(?:dev(?:elopment|tools?)?|debug|tests?|testing|e2e|tools?|deprecated|legacy|docs|ci|local|manual)$/i;
const asideName = /(?:^|[-_])(?:tests?|testing|e2e|mock|fake|dev)(?:$|[-_])/i;
/** Starts the tests of what is declared elsewhere. */
const testing =
  /^(?:sh -c )?["']?(?:(?:npm|yarn|pnpm|bun|cargo|go|dotnet|mix|make|(?:\.\/)?(?:mvnw?|gradlew?)) (?:run )?(?:test|verify)(?![\w/])|pytest\b|bundle exec rspec\b|newman run\b)/;
const chartFolder = /(?<=\/)templates\/(?=(?:[\w-]+\/)*[\w.-]+\.ya?ml$)/;
const maxUnits = 3000;
const maxBases = 8;
const mostCopies = 3;

/** Everything that the files of a repository declare to run, with its settings put together. */
export function gatherUnits(context: ResolveContext): LocatedUnit[] {
  const deployments = deploymentsOf(context);
  const gathered: LocatedUnit[] = [];
  for (const [path, { units }] of deployments)
    for (const unit of units) {
      if (gathered.length >= maxUnits) return gathered;
      if (
        /\$\{|\{\{|^template$/.test(unit.name) ||
        (unit.form === "systemd" && /(?:^|\/)template\.service$/.test(path))
      )
        continue;
      if (isPatch(unit)) continue;
      gathered.push(
        locate(withVariables(withBase(unit, path, deployments), folderOf(path), deployments), path, deployments),
      );
    }
  markCopies(gathered);
  countShipped(gathered);
  nameNested(gathered);
  return withoutInner(gathered);
}

/** What serves pages inside of an image that a compose file builds is the container, and no process beside it. */
function withoutInner(units: LocatedUnit[]): LocatedUnit[] {
  if (!units.some(({ form, build, isDevelopment }) => form === "compose" && build !== null && !isDevelopment))
    return units;
  return units.filter(({ form, command }) => form !== "procfile" || !webServer.test(command ?? ""));
}

const webServer = /^(?:\S*\/)?(?:nginx|php-fpm[\d.]*|apache2\w*|httpd)(?:[\s-]|$)/;

/** What an image of the product is given to start runs in it, in whichever folder that is kept. */
function countShipped(units: readonly LocatedUnit[]): void {
  const given = new Set(
    units.flatMap(({ form, isDevelopment, build, directory }) =>
      form !== "dockerfile" || isDevelopment
        ? []
        : (build?.mentions ?? []).map((mention) => joinPath(directory, mention) ?? ""),
    ),
  );
  for (const unit of units) if (unit.form === "supervised" && given.has(unit.path)) unit.isDevelopment = false;
}

/** Beside the Procfile of the whole, the web server of a part's own is called as the part. */
function nameNested(units: readonly LocatedUnit[]): void {
  const isWeb = ({ form, name }: LocatedUnit): boolean => form === "procfile" && name === "web";
  if (!units.some((unit) => isWeb(unit) && unit.directory === "")) return;
  for (const unit of units) if (isWeb(unit) && unit.directory !== "") unit.name = lastPart(unit.directory);
}

/** A file that starts the same program several times under other names plays a network of copies: a try-out. */
function markCopies(units: readonly LocatedUnit[]): void {
  const files = Map.groupBy(
    units.filter(({ form }) => form === "compose"),
    ({ path }) => path,
  );
  if (files.size < 2) return;
  for (const own of files.values()) {
    const names = new Map<string, Set<string>>();
    for (const { name, image, build, command } of own) {
      const program =
        image === null && build === null
          ? null
          : `${image ?? ""} ${build?.context ?? ""} ${build?.target ?? ""} ${command ?? ""}`;
      if (program !== null && technologyOfImage(image ?? "") === null)
        names.set(program, (names.get(program) ?? new Set()).add(name.replace(/[-_]?\d+$/, "")));
    }
    // Where most of what a file starts is something else, the copies are stores of its parts or the like.
    const isMostly = (copies: number): boolean => copies * 2 >= new Set(own.map(({ name }) => name)).size;
    if ([...names.values()].some((copies) => copies.size >= mostCopies && isMostly(copies.size)))
      for (const unit of own) unit.isDevelopment = true;
  }
}

/** Of files that belong to the product; tests and what others wrote are left out. */
export function deploymentsOf(context: ResolveContext): Map<string, DeploymentFacts> {
  const found = new Map<string, DeploymentFacts>();
  for (const { path, kind } of context.files) {
    if (kind === "test" || kind === "vendored" || kind === "generated") continue;
    const { deployment } = context.links(path);
    if (deployment !== null) found.set(path, deployment);
  }
  return found;
}

/** What others made is what its image says, but for containers that only hold files. */
function onceOrNull(command: string | null): LocatedUnit["duty"] {
  const duty = dutyOfCommand(command);
  return duty?.duty === "once" ? duty : null;
}

/** Whether a file, by its path, is there for those who develop or test. */
export function isForDevelopers(path: string): boolean {
  const shipped = path.replace(shippedInside, "-");
  return developmentFolder.test(shipped) || developmentFile.test(shipped);
}

function locate(unit: DeployedUnit, path: string, deployments: ReadonlyMap<string, DeploymentFacts>): LocatedUnit {
  const directory = folderOf(path);
  const own = unit.settings.map((one) => ({ ...one, path }));
  const listed = unit.settingFiles.flatMap((file) => {
    const target = joinPath(directory, file);
    const settings = target === null ? [] : (deployments.get(target)?.settings ?? []);
    return settings.map((one) => ({ ...one, path: target ?? "" }));
  });
  const image = unit.image ?? (unit.form === "app-host" && unit.project === null ? unit.name : "");
  const technology = unit.technology === null ? technologyOfImage(image) : technologyNamed(unit.technology);
  const isAside = unit.profiles.length > 0 && unit.profiles.every((profile) => asideProfile.test(profile));
  const isTheirs =
    technology?.isDevelopment === true ||
    isAside ||
    testing.test(unit.command ?? "") ||
    [unit.name, imageName(image)].some((one) => asideName.test(one));
  // The folder that a chart of Helm keeps its manifests in is no template of another kind.
  const place = unit.form === "helm" || unit.form === "kubernetes" ? path.replace(chartFolder, "-/") : path;
  const isBound = unit.form !== "app-host" && unit.form !== "documented" && isForDevelopers(place);
  return {
    ...unit,
    name: unit.name === "" ? nameOfFile(unit, path) : unit.name,
    path,
    directory,
    isDevelopment: isTheirs || isBound,
    isExample: !isTheirs && isBound && !isForDevelopers(place.replaceAll(exampleFolder, "/-")),
    duty: unit.form === "compose" && technology !== null ? onceOrNull(unit.command) : dutyOfCommand(unit.command),
    located: [...own, ...listed, ...settingsOfMaps(unit, path, deployments)],
    volumes: unit.volumes.map((one) => ({ ...one, path })),
    code: null,
    isOwn: false,
  };
}

/** Settings of Kubernetes that are kept under a name, of the nearest file that has them. */
function settingsOfMaps(
  { settingMaps = [] }: DeployedUnit,
  path: string,
  deployments: ReadonlyMap<string, DeploymentFacts>,
): LocatedUnit["located"] {
  return settingMaps.flatMap(({ name, only }) => {
    const kept = [...deployments].flatMap(([file, { maps = [] }]) =>
      maps.flatMap((map) => (map.name === name ? [{ file, settings: map.settings }] : [])),
    );
    const [nearest] = kept.toSorted((a, b) => sharedFolders(b.file, path) - sharedFolders(a.file, path));
    const givenBy = isGivenToSeveral(name, deployments) ? ("map" as const) : ("container" as const);
    return (nearest?.settings ?? [])
      .filter(({ name: key }) => only === null || key === only.key)
      .map((one) => ({
        ...one,
        name: only?.as ?? one.name,
        path: nearest?.file ?? "",
        ...(only === null && { givenBy }),
      }));
  });
}

/** Whether several declared units are given all settings of that map. */
function isGivenToSeveral(map: string, deployments: ReadonlyMap<string, DeploymentFacts>): boolean {
  const isGiven = ({ settingMaps = [] }: DeployedUnit): boolean =>
    settingMaps.some(({ name, only }) => name === map && only === null);
  const names = new Set([...deployments].flatMap(([, { units }]) => units.filter(isGiven).map(({ name }) => name)));
  return names.size > 1;
}

function sharedFolders(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  const end = a.findIndex((part, at) => part !== b[at]);
  return end < 0 ? a.length : end;
}

/** What Kustomize lays over a declaration: it adds to a container of others, and starts nothing itself. */
function isPatch({ form, image }: DeployedUnit): boolean {
  return form === "kubernetes" && image === null;
}

/** A unit of systemd and a Dockerfile are named by their file or its folder. */
function nameOfFile({ form }: DeployedUnit, path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1);
  if (form === "supervised") return lastPart(folderOf(path)).replace(/^(?:svc|service)-/, "");
  if (form === "systemd") return file.replace(/@?\.service$/, "");
  const special = /^Dockerfile[.-]([\w-]+)|^([\w-]+)\.Dockerfile$/i.exec(file);
  const folder = folderOf(path)
    .split("/")
    .findLast((part) => !/^(?:docker|deploy(?:ment)?|build|main|src|images?|packaging|containers?)$/i.test(part));
  return folder ?? special?.[1] ?? special?.[2] ?? "app";
}

/** What `extends` begins as, with its own on top. */
function withBase(unit: DeployedUnit, path: string, deployments: ReadonlyMap<string, DeploymentFacts>): DeployedUnit {
  let whole = unit;
  let file = path;
  let base = unit.base;
  // Units that begin as one another end here.
  for (let depth = 0; base !== null && depth < maxBases; depth += 1) {
    const { name, file: other } = base;
    file = other === null ? file : (joinPath(folderOf(file), other) ?? file);
    const found = deployments.get(file)?.units.find((one) => one.name === name);
    if (found === undefined) break;
    whole = {
      ...whole,
      image: whole.image ?? (whole.build === null ? found.image : null),
      build: whole.build ?? found.build,
      command: whole.command ?? found.command,
      ports: whole.ports.length > 0 ? whole.ports : found.ports,
      settings: [
        ...whole.settings,
        ...found.settings.filter((one) => whole.settings.every((own) => own.name !== one.name)),
      ],
      settingFiles: [...whole.settingFiles, ...found.settingFiles],
      volumes: [...whole.volumes, ...found.volumes],
    };
    base = found.base;
  }
  return whole;
}

/**
 * What documentation tells people to write counts where nothing else is declared: one document's, the fullest of those
 * that run the product itself.
 */
export function chooseDocumented(units: readonly LocatedUnit[]): LocatedUnit[] {
  const declared = units.filter(({ form }) => form !== "documented");
  const isEnough = declared.some(
    ({ form, isDevelopment }) =>
      !isDevelopment &&
      form !== "dockerfile" &&
      form !== "procfile" &&
      form !== "systemd" &&
      form !== "supervised" &&
      form !== "platform",
  );
  if (isEnough) return declared;
  const byDocument = Map.groupBy(
    units.filter(
      ({ form, path }) => form === "documented" && !/(?:^|\/)(?:changelog|contributing)|develop/i.test(path),
    ),
    ({ path }) => path,
  );
  const rank = (path: string): number =>
    /docker|install|compose/i.test(path) ? 0 : /readme/i.test(path) ? 1 : /deploy|host|start/i.test(path) ? 2 : 3;
  const [chosen = []] = [...byDocument]
    .filter(([, own]) => own.some(({ isOwn }) => isOwn))
    .toSorted(([a, one], [b, other]) => rank(a) - rank(b) || other.length - one.length || (a < b ? -1 : 1))
    .map(([, own]) => own);
  const first = new Map<string, LocatedUnit>();
  for (const unit of chosen) if (!first.has(unit.name)) first.set(unit.name, unit);
  return [...declared, ...first.values()];
}

/** Where nothing else declares the product's own processes, how its examples run them does. */
export function promoteExamples(units: readonly LocatedUnit[]): void {
  const isDeclared = units.some(
    ({ isOwn, isDevelopment, form, duration }) =>
      isOwn && !isDevelopment && duration !== "once" && form !== "dockerfile" && form !== "documented",
  );
  if (isDeclared) return;
  for (const unit of units) if (unit.isExample && unit.isOwn) unit.isDevelopment = false;
}

/** What the only container of the product starts side by side has the same settings and files as the container. */
export function shareContainer(units: readonly LocatedUnit[]): void {
  const containers = units.filter(
    ({ form, isOwn, isDevelopment, duration }) =>
      isOwn && !isDevelopment && duration === "long" && (form === "compose" || form === "documented"),
  );
  if (new Set(containers.map(({ name }) => name)).size !== 1) return;
  const started = units.filter(({ form, isOwn, isDevelopment }) => form === "supervised" && isOwn && !isDevelopment);
  const [first] = started;
  const isOfParts = first !== undefined && started.every(({ code }) => code !== null && code !== "");
  // The container is none of its own beside them: it is the one that comes first.
  if (isOfParts)
    for (const container of containers)
      if (started.every(({ code }) => code !== container.code)) container.code = first.code;
  for (const unit of started)
    for (const { located, volumes, path } of containers) {
      unit.located.push(...located.map((one) => ({ ...one, givenBy: "container" as const })));
      unit.volumes.push(...volumes.map((one) => ({ ...one, path })));
    }
}
