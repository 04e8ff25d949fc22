import { isPretended } from "#server/code-index/analysis/extract/apply-path.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type {
  DeclaredPublisher,
  DeclaredTrigger,
  IndexedPublisher,
  IndexedTrigger,
  TriggerDeclarations,
} from "#server/code-index/ports/triggers.ts";

import type { ImportResolver, ResolveContext } from "./import-target.ts";

export interface Triggers {
  /** By path and line. */
  triggers: readonly IndexedTrigger[];
  publishers: readonly IndexedPublisher[];
}

/** Around the names of constants. */
const constantMark = "\u0001";
const maxReExports = 5;
const maxBases = 4;

/** What starts work in a repository, with names, topics and schedules that other files declare put in. */
export function findTriggers(context: ResolveContext, resolveImport: ImportResolver): Triggers {
  const declared = new Map<string, TriggerDeclarations>();
  for (const { path, kind } of context.files) {
    const { triggers } = context.links(path);
    if (triggers !== null && !isPretended(path, kind)) declared.set(path, triggers);
  }
  return new TriggerResolver(context, resolveImport, declared).resolve();
}

interface Declared<T> {
  path: string;
  fact: T;
}

class TriggerResolver {
  private readonly context: ResolveContext;
  private readonly resolveImport: ImportResolver;
  private readonly declared: ReadonlyMap<string, TriggerDeclarations>;
  private readonly files: ReadonlyMap<string, IndexedFile>;
  /** Values of constants; null where one name has several. */
  private readonly constants = new Map<string, string | null>();

  constructor(
    context: ResolveContext,
    resolveImport: ImportResolver,
    declared: ReadonlyMap<string, TriggerDeclarations>,
  ) {
    this.context = context;
    this.resolveImport = resolveImport;
    this.declared = declared;
    this.files = new Map(context.files.map((file) => [file.path, file]));
    for (const { constants } of declared.values())
      for (const [name, value] of Object.entries(constants))
        for (const key of new Set([name, /\w+$/.exec(name)?.[0] ?? name])) {
          const known = this.constants.get(key);
          this.constants.set(key, known === undefined || known === value ? value : null);
        }
  }

  resolve(): Triggers {
    const found = this.withBases(this.list(({ triggers }) => triggers).filter((one) => this.isProven(one)));
    const proven = found.filter(({ fact }) => !fact.isBase);
    const jobs = proven.filter(({ fact }) => fact.kind !== "schedule");
    const triggers = proven.map((one) => this.complete(one, jobs));
    const publishers = this.list(({ publishers: own }) => own)
      .filter((one) => this.isProven(one))
      .map(({ path, fact: { on: _on, ...fact } }): IndexedPublisher => {
        const { text, isWhole } = this.fill(fact.topic);
        return { ...fact, topic: text, path, certainty: isWhole ? "resolved" : "partly" };
      });
    return { triggers: unique(triggers), publishers };
  }

  private list<T>(part: (one: TriggerDeclarations) => readonly T[]): Declared<T>[] {
    return [...this.declared].flatMap(([path, one]) => part(one).map((fact) => ({ path, fact })));
  }

  /** What it is called on is an object of its framework, over imports. */
  private isProven({ path, fact }: Declared<DeclaredTrigger | DeclaredPublisher>): boolean {
    if ("where" in fact && fact.where !== null && !new RegExp(fact.where).test(path)) return false;
    if (fact.on === null || fact.on.startsWith("<")) return true;
    return this.frameworkOf(path, fact.on, 0) === fact.framework;
  }

  private frameworkOf(path: string, ref: string, depth: number): string | null {
    const from = this.files.get(path);
    if (from === undefined || depth > maxReExports) return null;
    const [specifier = "", name = ""] = ref.split("#");
    const target = this.resolveImport(from, { specifier, names: name === "*" ? [] : [name], line: 1 });
    if (target.kind !== "files") return null;
    for (const file of target.paths) {
      const objects = this.declared.get(file)?.objects;
      if (objects !== undefined && Object.hasOwn(objects, name)) return objects[name] ?? null;
      const handedOn = this.context.links(file).imports.find(({ names }) => names.includes(name));
      const found = handedOn === undefined ? null : this.frameworkOf(file, `${handedOn.specifier}#${name}`, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  /** Classes that extend a class of the program that is one: each is what its base is. */
  private withBases(all: readonly Declared<DeclaredTrigger>[]): Declared<DeclaredTrigger>[] {
    const found = all.filter(({ fact }) => fact.on?.startsWith("<") !== true);
    let open = all.filter(({ fact }) => fact.on?.startsWith("<") === true);
    for (let round = 0; round < maxBases && open.length > 0; round += 1) {
      const byClass = Map.groupBy(found, ({ fact }) => lastWord(fact.handler ?? ""));
      const fits = open.map((one) => ({ one, base: byClass.get(one.fact.on?.slice(1) ?? "")?.[0]?.fact }));
      const next = fits.flatMap(({ one, base }) =>
        base === undefined
          ? []
          : [{ path: one.path, fact: { ...one.fact, kind: base.kind, framework: base.framework, on: null } }],
      );
      if (next.length === 0) break;
      found.push(...next);
      open = fits.filter(({ base }) => base === undefined).map(({ one }) => one);
    }
    return found;
  }

  private complete(
    { path, fact }: Declared<DeclaredTrigger>,
    jobs: readonly Declared<DeclaredTrigger>[],
  ): IndexedTrigger {
    const { on: _on, where: _where, isBase: _isBase, isNamedByFile, job, ...own } = fact;
    const name = this.fill(isNamedByFile ? fileStem(path) : own.name);
    const topic = own.topic === null ? null : this.fill(own.topic);
    const schedule = own.schedule === null ? null : this.fill(own.schedule);
    const started = job === null ? null : this.jobOf(this.fill(job).text, jobs);
    const isWhole =
      (topic?.isWhole ?? true) &&
      (schedule?.isWhole ?? true) &&
      (job === null || started !== null || own.handler !== null);
    return {
      ...own,
      name: name.text,
      topic: topic?.text ?? null,
      schedule: schedule?.text ?? null,
      handler: started?.fact.handler ?? own.handler ?? job,
      path,
      handlerPath: started?.path ?? (own.handler === null || fact.kind === "schedule" ? null : path),
      certainty: isWhole ? "resolved" : "partly",
    };
  }

  /** The job of a name: "boats.tasks.tidy", "Boats::TidyJob", "tidy". */
  private jobOf(name: string, jobs: readonly Declared<DeclaredTrigger>[]): Declared<DeclaredTrigger> | null {
    const last = lastWord(name);
    const fits = jobs.filter(({ fact }) => fact.name === name || lastWord(fact.handler ?? "") === last);
    const exact = fits.filter(({ path, fact }) => fact.name === name || isModuleName(path, name));
    return (exact.length > 0 ? exact : fits).length === 1 ? (exact[0] ?? fits[0] ?? null) : (exact[0] ?? null);
  }

  /** The text with constants put in; what is not known stands in braces. */
  private fill(text: string): { text: string; isWhole: boolean } {
    let isWhole = !/\$\{|#\{|%\w+%/.test(text);
    const parts = text.split(constantMark).map((part, at) => {
      if (at % 2 === 0) return part;
      const value = this.constants.get(part) ?? this.constants.get(/\w+$/.exec(part)?.[0] ?? "");
      if (value !== undefined && value !== null) return value.replaceAll(constantMark, "");
      isWhole = false;
      return part === "" ? "" : `{${part}}`;
    });
    return { text: parts.join(""), isWhole };
  }
}

/** Whether `boats.tasks.tidy` or `Boats::TidyJob` lies in that file. */
function isModuleName(path: string, name: string): boolean {
  const parts = name.split(/[.:\\/]+/);
  const module = parts.slice(0, -1).join("/");
  const stem = path.replace(/\.\w+$/, "").replace(/\/__init__$/, "");
  if (module !== "" && `/${stem}`.endsWith(`/${module}`)) return true;
  const snake = parts.map((part) => part.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase()).join("/");
  return parts.length > 1 && `/${stem}`.endsWith(`/${snake}`);
}

function lastWord(name: string): string {
  return /\w+$/.exec(name)?.[0] ?? name;
}

function fileStem(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
}

/** The same thing may be said by two rules, of which the first is the more exact one. */
function unique(triggers: readonly IndexedTrigger[]): IndexedTrigger[] {
  const seen = new Map<string, IndexedTrigger>();
  for (const one of triggers) {
    const key = `${one.path}\0${one.startLine}\0${one.kind}\0${one.name}\0${one.topic}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()].sort((a, b) => (a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1));
}
