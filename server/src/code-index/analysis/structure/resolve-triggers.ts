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
import { lastWord, withBases, withoutListed, withoutLooped, type Declared } from "./inherit-triggers.ts";
import { PlaceholderValues } from "./placeholder-values.ts";

export interface Triggers {
  /** By path and line. */
  triggers: readonly IndexedTrigger[];
  publishers: readonly IndexedPublisher[];
}

/** Around the names of constants. */
const constantMark = "\u0001";
const maxReExports = 5;

/** What starts work in a repository, with names, topics and schedules that other files declare put in. */
export function findTriggers(context: ResolveContext, resolveImport: ImportResolver): Triggers {
  const declared = new Map<string, TriggerDeclarations>();
  for (const { path, kind } of context.files) {
    const { triggers } = context.links(path);
    if (triggers !== null && !isPretended(path, kind)) declared.set(path, triggers);
  }
  return new TriggerResolver(context, resolveImport, declared).resolve();
}

class TriggerResolver {
  private readonly context: ResolveContext;
  private readonly resolveImport: ImportResolver;
  private readonly declared: ReadonlyMap<string, TriggerDeclarations>;
  private readonly placeholders: PlaceholderValues;
  private readonly files: ReadonlyMap<string, IndexedFile>;
  /** Values of constants; null where one name has several. */
  private readonly constants = new Map<string, string | null>();
  /** The same of each folder, for languages whose files see what is beside them. */
  private readonly byFolder = new Map<string, Map<string, string | null>>();

  constructor(
    context: ResolveContext,
    resolveImport: ImportResolver,
    declared: ReadonlyMap<string, TriggerDeclarations>,
  ) {
    this.context = context;
    this.resolveImport = resolveImport;
    this.declared = declared;
    this.placeholders = new PlaceholderValues(context);
    this.files = new Map(context.files.map((file) => [file.path, file]));
    for (const [path, { constants }] of declared) {
      const folder = folderOf(path);
      const beside = this.byFolder.get(folder) ?? new Map<string, string | null>();
      this.byFolder.set(folder, beside);
      for (const [name, value] of Object.entries(constants))
        for (const key of new Set([name, /\w+$/.exec(name)?.[0] ?? name]))
          for (const values of [this.constants, beside]) {
            const known = values.get(key);
            values.set(key, known === undefined || known === value ? value : null);
          }
    }
  }

  resolve(): Triggers {
    const found = withBases(this.list(({ triggers }) => triggers).filter((one) => this.isProven(one)));
    const proven = withoutListed(withoutLooped(found.filter(({ fact }) => !fact.isBase)));
    const jobs = proven.filter(({ fact }) => fact.kind !== "schedule");
    const triggers = proven.map((one) => this.complete(one, jobs)).filter(saysSomething);
    const publishers = this.list(({ publishers: own }) => own)
      .filter((one) => this.isProven(one))
      .map(({ path, fact: { on: _on, ...fact } }): IndexedPublisher => {
        const { text, isWhole } = this.fill(fact.topic, path);
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

  private complete(
    { path, fact }: Declared<DeclaredTrigger>,
    jobs: readonly Declared<DeclaredTrigger>[],
  ): IndexedTrigger {
    const { on: _on, where: _where, isBase: _isBase, isNamedByFile, job, ...own } = fact;
    const name = this.fill(isNamedByFile ? fileStem(path) : own.name, path);
    const topic = own.topic === null ? null : this.fill(own.topic, path);
    const schedule = own.schedule === null ? null : this.fillSchedule(own.schedule, path);
    const started = job === null ? null : this.jobOf(this.fill(job, path).text, jobs);
    const isWhole =
      name.isWhole &&
      (topic?.isWhole ?? true) &&
      (schedule?.isWhole ?? true) &&
      (job === null || started !== null || own.handler !== null);
    return {
      ...own,
      name: own.kind === "command" && own.name.includes(constantMark) ? firstWord(name.text) : name.text,
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

  /** A number without a unit says nothing. */
  private fillSchedule(text: string, path: string): FilledText {
    const filled = this.fill(text, path);
    const isNumber = text.includes(constantMark) && /^\d[\d_.]*(?: ?\* ?\d[\d_.]*){0,8}[lL]?$/.test(filled.text);
    return isNumber ? { text: text.split(constantMark).map(inBraces).join(""), isWhole: false } : filled;
  }

  /** The text with constants put in; what is not known stands in braces. */
  private fill(written: string, path: string): FilledText {
    const text = /\.(?:java|kt)$/.test(path) ? this.placeholders.fill(written) : written;
    let isWhole = !/\$\{|#\{|%\w+%/.test(text);
    const parts = text.split(constantMark).map((part, at) => {
      if (at % 2 === 0) return part;
      const value = this.valueOf(part, path);
      if (value !== null) return value.replaceAll(constantMark, "");
      isWhole = false;
      return inBraces(part, at);
    });
    return { text: parts.join(""), isWhole };
  }

  /** Of the file that the first part of the name is imported from. */
  private importedValue(name: string, path: string): string | null {
    const [first = ""] = name.split(/[.:\\]/, 1);
    const from = this.files.get(path);
    const given = this.context.links(path).imports.find(({ names }) => names.includes(first));
    if (from === undefined || given === undefined) return null;
    const target = this.resolveImport(from, { specifier: given.specifier, names: [first], line: given.line });
    for (const file of target.kind === "files" ? target.paths : []) {
      const constants = this.declared.get(file)?.constants ?? {};
      if (Object.hasOwn(constants, name)) return constants[name] ?? null;
    }
    return null;
  }

  /** By its whole name, or by the last part where what is in front of it is no variable. */
  private valueOf(name: string, path: string): string | null {
    const last = /\w+$/.exec(name)?.[0] ?? "";
    const imported = this.importedValue(name, path);
    if (imported !== null) return imported;
    const isConstant = /^[A-Z\\]/.test(name) || /^[A-Z][A-Z\d_]*$/.test(last) || path.endsWith(".go");
    for (const values of [this.byFolder.get(folderOf(path)), this.constants])
      for (const key of isConstant ? [name, last] : [name]) {
        const value = values?.get(key);
        if (value !== undefined && value !== null) return value;
      }
    return this.placeholders.fieldOf(name);
  }
}

interface FilledText {
  text: string;
  isWhole: boolean;
}

/** Parts of odd positions are names. */
function inBraces(part: string, at: number): string {
  return at % 2 === 0 || part === "" ? part : `{${part}}`;
}

/** Of what a program does with any job, only the names of its own variables are known. */
function saysSomething({ kind, name, schedule, topic, handler }: IndexedTrigger): boolean {
  const isKnown = (text: string | null): boolean => text !== null && /[A-Za-z0-9]/.test(withoutBraces(text));
  return kind === "command" || [name, schedule, topic].some(isKnown) || (handler !== null && schedule === null);
}

function withoutBraces(text: string): string {
  return text.replaceAll(/[#$]?\{[^{}]*\}/g, "").replaceAll(/[#$]?\{[^{}]*\}/g, "");
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

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

function firstWord(text: string): string {
  return /^\S+/.exec(text)?.[0] ?? text;
}

function fileStem(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
}

/** The same thing may be said by two rules, of which the first is the more exact one. */
function unique(triggers: readonly IndexedTrigger[]): IndexedTrigger[] {
  const seen = new Map<string, IndexedTrigger>();
  for (const one of triggers) {
    const key = `${one.path}\0${one.startLine}\0${one.kind}\0${one.name}\0${one.topic}\0${one.schedule}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()].sort((a, b) => (a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1));
}
