import { findAround, folderOf, isUnder } from "#server/code-index/analysis/structure/paths.ts";
import type { Component, ComponentEdge } from "#server/code-index/ports/code-index.ts";
import type { DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

import { lastPart } from "./code-places.ts";
import type { FileReach } from "./file-reach.ts";
import { findKeptSettings } from "./kept-settings.ts";
import { isJobWorker, mainOf, unknownFolder, worksOnJobs, type OwnProcess } from "./own-process.ts";
import { findEntries } from "./program-entries.ts";
import { isAside, isReadAtStart, isTool } from "./side-code.ts";

interface Owners {
  /** Empty where none runs it, or where nothing says which. */
  ids: string[];
  /** Whether it lies outside of their folders. */
  isShared: boolean;
  /** Whether it is known file by file that they lead to it; of their own code it is. */
  isSure: boolean;
  isReached: boolean;
}

interface OwnedCode {
  components: readonly Component[];
  componentEdges: () => readonly ComponentEdge[];
  /** Folders with a manifest. */
  packages: ReadonlySet<string>;
  /** Paths of source, without tests. */
  files: readonly string[];
  reach: FileReach;
  /** Files that declare jobs and consumers of messages. */
  jobs: ReadonlySet<string>;
  deployments: ReadonlyMap<string, DeploymentFacts>;
}

const nobody: Owners = { ids: [], isShared: false, isSure: false, isReached: false };
/** Code that names classes without importing them names many that it hardly uses. */
const namesClasses = /\.(?:rb|php|exs?)$/;
const developerFolder = /(?:^|\/)(?:scripts?|hack|tools|contrib)\//i;
/** Cargo has the programs of a package in `src/bin`. */
const commandFile = /(?:^|(?<!(?:^|\/)src)\/)s?bin\/[^/]+$/;

/**
 * Which processes run a file. In this order: whose program leads to it; workers, where nothing but jobs leads to it;
 * the process that serves people, of several that share the folder; whoever imports it from elsewhere. What only tools of
 * developers lead to is run by none.
 */
export class CodeOwners {
  private readonly processes: readonly OwnProcess[];
  private readonly code: OwnedCode;
  private readonly known = new Map<string, Owners>();
  /** Parts by those that they import; null until it is needed. */
  private importers: ReadonlyMap<string, readonly ComponentEdge[]> | null = null;
  /** By part: the processes whose code imports it. */
  private readonly importingParts = new Map<string, readonly string[]>();
  private readonly reached = new Map<string, ReadonlySet<string>>();
  /** By folder: what only commands of a framework lead to. */
  private readonly onlyCommands = new Map<string, ReadonlySet<string>>();
  private readonly nearCommand = new Map<string, ReadonlySet<string>>();
  private readonly entries = new Map<string, ReturnType<typeof findEntries>>();
  private readonly mains: ReadonlySet<string>;
  private readonly byFolder: ReadonlyMap<string, readonly OwnProcess[]>;
  /** Those that people are served by and whose code was found, by their folders. */
  private readonly servedByFolder: ReadonlyMap<string, readonly OwnProcess[]>;
  private readonly parts: ReadonlySet<string>;
  /** Source in and below the folders of processes; null until it is needed. */
  private filesByFolder: ReadonlyMap<string, readonly string[]> | null = null;
  /** Files of jobs and what is near them; null until it is needed. */
  private nearJobs: ReadonlySet<string> | null = null;
  /** Packages in which programs begin; null until they are needed. */
  private started: ReadonlySet<string> | null = null;
  private kept: ReadonlyMap<string, readonly string[]> | null = null;
  private only: { jobs: ReadonlySet<string>; tools: ReadonlySet<string> } | null = null;

  constructor(processes: readonly OwnProcess[], code: OwnedCode) {
    this.processes = processes;
    this.code = code;
    this.byFolder = Map.groupBy(processes, ({ folder }) => folder);
    this.servedByFolder = Map.groupBy(
      this.served().filter(({ folder }) => folder !== unknownFolder),
      ({ folder }) => folder,
    );
    this.parts = new Set(code.components.map(({ path }) => path));
    this.mains = new Set(
      [...code.deployments].flatMap(([path, { programs }]) =>
        programs.some(({ duty }) => duty === "program") ? [folderOf(path)] : [],
      ),
    );
  }

  of(path: string): Owners {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    this.kept ??= findKeptSettings(this.code.deployments.keys(), this.processes);
    const keeper = this.kept.get(path);
    const found =
      keeper !== undefined
        ? { ids: [...keeper], isShared: false, isSure: true, isReached: true }
        : this.onlyTools().has(path)
          ? nobody
          : this.find(path);
    this.known.set(path, found);
    return found;
  }

  /** With which files a process and those of the same folder begin. */
  entriesBeside({ folder }: OwnProcess): ReturnType<typeof findEntries> {
    return this.entriesOf(this.byFolder.get(folder) ?? []);
  }

  private find(path: string): Owners {
    const deepest = findAround(folderOf(path), this.byFolder);
    const own = deepest === null ? [] : (this.byFolder.get(deepest) ?? []);
    const isOfPackage = deepest !== "" || this.packageOf(path) === "";
    if (own.length > 0 && isOfPackage) {
      const ids = this.among(own, path);
      return ids.length === 0 ? nobody : { ids, isShared: false, isSure: true, isReached: true };
    }
    const importing = this.importing(path);
    // Those whose code was not found may use it too.
    const isKnown = !this.byFolder.has(unknownFolder);
    if (importing.ids.length > 0)
      return { ...importing, ids: isKnown ? importing.ids : [], isShared: true, isReached: true };
    const served = this.served();
    const isOnly = new Set(served.map((one) => one.folder)).size === 1 && (own.length > 0 || this.isPluggedIn(path));
    return { ids: isOnly ? this.among(served, path) : [], isShared: true, isSure: false, isReached: isOnly };
  }

  /** All but programs on devices of people and those that prepare stores: what they take of shared code is not known. */
  private served(): readonly OwnProcess[] {
    return this.processes.filter(({ duty }) => duty?.duty !== "client" && duty?.duty !== "once");
  }

  /** Modules that a program loads by their names: of the product, imported by nothing, and nothing begins in them. */
  private isPluggedIn(path: string): boolean {
    this.started ??= new Set(
      [...this.code.deployments].flatMap(([one, { programs }]) => (programs.length > 0 ? [this.packageOf(one)] : [])),
    );
    const around = this.packageOf(path);
    return !isAside(path) && !isTool(lastPart(around)) && !this.started.has(around);
  }

  /** Of processes that run the code of one folder. */
  private among(own: readonly OwnProcess[], path: string): string[] {
    const ids = this.leadingTo(own, path);
    // Who puts a job in line leads to the same files; whoever works on it runs what its file imports.
    if (ids.length === 0 || namesClasses.test(path)) return ids;
    this.nearJobs ??= this.code.reach.within(this.code.jobs, nearImports);
    const workers = this.nearJobs.has(path) ? own.filter(isJobWorker).map(({ id }) => id) : [];
    return [...new Set([...ids, ...workers])];
  }

  private leadingTo(own: readonly OwnProcess[], path: string): string[] {
    const entries = this.entriesOf(own);
    const begun = own.filter((one) => entries.own.has(one.id));
    // Clocks lead to what they put in line.
    const leading = begun.filter(
      (one) =>
        (one.duty?.duty !== "schedule" || own.length === 1) &&
        this.reachOf(one, entries.own.get(one.id) ?? []).has(path),
    );
    if (leading.length > 0) return this.withServer(leading, own, path);
    const isOfOthers = begun.length === own.length && this.reachOf(null, entries.others).has(path);
    if (isOfOthers) return [];
    const workers = own.filter((one) => one.duty?.duty === "worker" && worksOnJobs(one, own));
    if (workers.length > 0 && this.onlyJobs().has(path)) return workers.map(({ id }) => id);
    const main = mainOf(own);
    if (main === undefined) return [];
    return isReadAtStart(path) ? [main.id, ...this.besideMain(main, own)] : [main.id];
  }

  /** Processes that run all of the code of their folder as the main one does: workers, and what has no duty of its own. */
  private besideMain(main: OwnProcess, own: readonly OwnProcess[]): string[] {
    const { apart } = this.entriesOf(own);
    return own.flatMap(({ id, duty }) =>
      id !== main.id && !apart.has(id) && (duty === null || duty.duty === "worker") ? [id] : [],
    );
  }

  /**
   * Commands of a framework load all of its models: they run what is near them, and what they alone lead to. The server
   * beside them runs all else.
   */
  private withServer(leading: readonly OwnProcess[], own: readonly OwnProcess[], path: string): string[] {
    const { own: begun, commands } = this.entriesOf(own);
    const main = mainOf(own);
    const isOfServer =
      main !== undefined && leading.every(({ id }) => commands.has(id) || (id === main.id && !commands.has(id)));
    if (!isOfServer || this.onlyOfCommands(own).has(path)) return leading.map(({ id }) => id);
    const near = leading.filter(({ id }) => {
      if (id === main.id) return false;
      const known = this.nearCommand.get(id) ?? this.code.reach.within(begun.get(id) ?? [], nearImports);
      this.nearCommand.set(id, known);
      return known.has(path);
    });
    return [main, ...near].map(({ id }) => id);
  }

  private onlyOfCommands(own: readonly OwnProcess[]): ReadonlySet<string> {
    const folder = own[0]?.folder ?? "";
    const { own: begun, commands } = this.entriesOf(own);
    const roots = new Set([...commands].flatMap((id) => begun.get(id) ?? []));
    const only = this.onlyCommands.get(folder) ?? this.code.reach.onlyFrom(roots, this.code.files);
    this.onlyCommands.set(folder, only);
    return only;
  }

  private entriesOf(own: readonly OwnProcess[]): ReturnType<typeof findEntries> {
    const folder = own[0]?.folder ?? "";
    const known =
      this.entries.get(folder) ?? findEntries(own, { folder, files: this.filesIn(folder), mains: this.mains });
    this.entries.set(folder, known);
    return known;
  }

  /** Whoever names a job puts it in line and does not run it, unless it works on them. */
  private reachOf(process: OwnProcess | null, roots: readonly string[]): ReadonlySet<string> {
    const key = process?.id ?? `\u0000${roots[0] ?? ""}`;
    const isWorker = process !== null && worksOnJobs(process, this.processes);
    const known = this.reached.get(key) ?? this.code.reach.from(roots, isWorker ? undefined : this.code.jobs);
    this.reached.set(key, known);
    return known;
  }

  private onlyJobs(): ReadonlySet<string> {
    return this.limits().jobs;
  }

  private onlyTools(): ReadonlySet<string> {
    return this.limits().tools;
  }

  private limits(): { jobs: ReadonlySet<string>; tools: ReadonlySet<string> } {
    const { reach, files, jobs } = this.code;
    const toolMains = [...this.mains].filter((folder) => isTool(lastPart(folder)) && !this.isOwnFolder(folder));
    const words = new Set(this.processes.flatMap((one) => one.words).map((word) => lastPart(word)));
    const isOfTool = (path: string): boolean =>
      (commandFile.test(path) && !words.has(lastPart(path)) && !words.has(lastPart(path).replace(/\.\w+$/, ""))) ||
      (developerFolder.test(path) && !this.isOwnFolder(folderOf(path)) && !this.isStarted(path)) ||
      toolMains.some((one) => isUnder(path, one));
    return (this.only ??= {
      jobs: reach.onlyFrom(jobs, files, jobs),
      tools: reach.onlyFrom(new Set(files.filter(isOfTool)), files),
    });
  }

  /** A script that the command of a process names is the product's, wherever it lies: `ruby script/worker.rb`. */
  private isStarted(path: string): boolean {
    return this.processes.some(({ words }) => words.some((word) => endsWithPath(word, path)));
  }

  private isOwnFolder(folder: string): boolean {
    return this.processes.some((one) => one.folder !== "" && isUnder(folder, one.folder));
  }

  private packageOf(path: string): string {
    return findAround(path, this.code.packages) ?? "";
  }

  /** Processes whose code leads to the file; to the part that it belongs to, where no import of a file says it. */
  private importing(path: string): Pick<Owners, "ids" | "isSure"> {
    const found = [...this.servedByFolder].flatMap(([folder, own]) =>
      this.reachOfFolder(folder).has(path) ? this.among(own, path) : [],
    );
    return found.length > 0 ? { ids: found, isSure: true } : { ids: this.importingPart(folderOf(path)), isSure: false };
  }

  private reachOfFolder(folder: string): ReadonlySet<string> {
    const key = `\u0000folder ${folder}`;
    const isOwn = (path: string): boolean => folder !== "" || this.packageOf(path) === "";
    const known = this.reached.get(key) ?? this.code.reach.from(this.filesIn(folder).filter(isOwn));
    this.reached.set(key, known);
    return known;
  }

  /** Source in the folder of a process and below it. */
  private filesIn(folder: string): readonly string[] {
    this.filesByFolder ??= groupUnder(this.code.files, this.byFolder);
    return this.filesByFolder.get(folder) ?? [];
  }

  private importingPart(folder: string): string[] {
    const part = findAround(folder, this.parts);
    if (part === null) return [];
    const known = this.importingParts.get(part) ?? this.findImporting(part);
    this.importingParts.set(part, known);
    return [...known];
  }

  private findImporting(part: string): string[] {
    const reached = new Set([part]);
    this.importers ??= Map.groupBy(this.code.componentEdges(), ({ to }) => to);
    for (const one of reached)
      for (const { from } of this.importers.get(one) ?? []) if (reached.size < maxParts) reached.add(from);
    const around = foldersAround(reached);
    return [...this.servedByFolder].flatMap(([own, list]) => {
      const main = around.has(own) ? mainOf(list) : undefined;
      return main === undefined ? [] : [main.id];
    });
  }
}

/** `/app/script/worker` of an image is `script/worker.rb` of the repository. */
function endsWithPath(word: string, path: string): boolean {
  const written = `/${word.replace(/^\.\//, "")}`;
  return word.includes("/") && (written.endsWith(`/${path}`) || written.endsWith(`/${path.replace(/\.\w+$/, "")}`));
}

/** Paths by each of the folders that they lie in or below. */
function groupUnder(
  paths: readonly string[],
  folders: { has: (folder: string) => boolean },
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (folder: string, path: string): void => {
    const others = found.get(folder);
    if (others === undefined) found.set(folder, [path]);
    else others.push(path);
  };
  for (const path of paths)
    for (
      let folder = findAround(path, folders);
      folder !== null;
      folder = folder === "" ? null : findAround(folderOf(folder), folders)
    )
      add(folder, path);
  return found;
}

/** These folders and all around them but the root. */
function foldersAround(folders: Iterable<string>): ReadonlySet<string> {
  const around = new Set<string>();
  for (const one of folders)
    for (let folder = one; folder !== "" && !around.has(folder); folder = folderOf(folder)) around.add(folder);
  return around;
}

const maxParts = 500;
/** A model and what it uses. */
const nearImports = 2;
