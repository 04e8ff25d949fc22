import type { SettingCall, SettingEntry, SettingFacts, SettingHelper } from "#server/code-index/ports/setting-facts.ts";

/** What the putting together of settings knows of a repository. */
export interface SettingContext {
  /** Of the files that say something about settings, by path. */
  settings: ReadonlyMap<string, SettingFacts>;
  languageOf(path: string): string | null;
  /** Files that a file imports. */
  importsOf(path: string): readonly string[];
}

interface LocatedHelper {
  path: string;
  helper: SettingHelper;
}

const maxHops = 2;

/** The entries of each file with the names that constants and functions of other files give them. */
export class SettingExpander {
  private readonly context: SettingContext;
  private readonly helpers = new Map<string, LocatedHelper[]>();
  /** Values of constants that have the same value wherever they are declared. */
  private readonly constants = new Map<string, string | null>();

  constructor(context: SettingContext) {
    this.context = context;
    for (const [path, facts] of context.settings) {
      for (const helper of facts.helpers) {
        const known = this.helpers.get(helper.name);
        if (known === undefined) this.helpers.set(helper.name, [{ path, helper }]);
        else known.push({ path, helper });
      }
      for (const [name, value] of Object.entries(facts.constants)) {
        const known = this.constants.get(name);
        this.constants.set(name, known === undefined || known === value ? value : null);
      }
    }
  }

  entriesOf(path: string, facts: SettingFacts): SettingEntry[] {
    const named = facts.entries.flatMap((entry) => this.named(facts, entry));
    if (this.helpers.size === 0) return named;
    const reachable = facts.calls.length > 0 ? this.reachable(path) : new Set<string>();
    return [...named, ...facts.calls.flatMap((call) => this.readBy({ facts, path }, call, reachable))];
  }

  /** With the value of the constant that is the default. */
  withValue(facts: SettingFacts, entry: SettingEntry): SettingEntry {
    if (entry.defaultValue?.startsWith("\u0001") !== true) return entry;
    return { ...entry, defaultValue: this.nameIn(facts, entry.defaultValue) };
  }

  private named(facts: SettingFacts, entry: SettingEntry): SettingEntry[] {
    const name = this.nameIn(facts, entry.name);
    return name === null ? [] : [{ ...entry, name }];
  }

  /** With the value of the constant that stands for it; null where that is not known. */
  private nameIn(facts: SettingFacts, written: string): string | null {
    const [prefix = "", constant] = written.split("\u0001");
    if (constant === undefined) return written;
    const own = Object.hasOwn(facts.constants, constant) ? facts.constants[constant] : this.constants.get(constant);
    return own === undefined || own === null ? null : prefix + own;
  }

  private readBy(
    { facts, path }: { facts: SettingFacts; path: string },
    call: SettingCall,
    reachable: ReadonlySet<string>,
  ): SettingEntry[] {
    const found = this.helperOf(call, path, reachable);
    const name = found === null ? null : this.nameIn(facts, call.name);
    if (found === null || name === null) return [];
    const { prefix, fallbackAt, fallbackName, fallback, isRequired, type } = found;
    const given =
      fallbackAt === null ? undefined : (call.values[fallbackName ?? ""] ?? call.values[String(fallbackAt)]);
    // A value that is worked out stands in just as well.
    const isGiven = fallbackAt !== null && (given !== undefined || call.count > fallbackAt);
    return [
      {
        name: prefix + name,
        kind: /^[A-Z][A-Z0-9_]*$/.test(name) ? "variable" : "key",
        source: "read",
        type,
        defaultValue: given ?? (isGiven ? null : fallback) ?? call.standIn,
        isRequired: isGiven || fallback !== null || call.standIn !== null ? false : isRequired,
        allowed: [],
        comment: call.comment,
        aliases: [],
        line: call.line,
      },
    ];
  }

  /** The function that a call means: of the same file, of one that is imported, else the only one of a telling name. */
  private helperOf(call: SettingCall, path: string, reachable: ReadonlySet<string>): SettingHelper | null {
    const language = this.context.languageOf(path);
    const all = (this.helpers.get(call.callee) ?? []).filter(
      (one) => one.helper.nameAt === call.at && family(this.context.languageOf(one.path)) === family(language),
    );
    const near = all.find((one) => one.path === path) ?? all.find((one) => reachable.has(one.path));
    if (near !== undefined) return near.helper;
    const [only, second] = all;
    return only !== undefined && second === undefined && tellingName.test(call.callee) ? only.helper : null;
  }

  private reachable(path: string): Set<string> {
    const found = new Set([path]);
    for (let hop = 0; hop < maxHops; hop += 1) {
      const known = [...found];
      for (const one of known) for (const next of this.context.importsOf(one)) found.add(next);
    }
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (this.context.languageOf(path) === "go")
      for (const other of this.context.settings.keys())
        if (other.slice(0, other.lastIndexOf("/") + 1) === folder) found.add(other);
    return found;
  }
}

const tellingName = /env|conf|setting|option|secret|variable|(?:_|[a-z])[vV]ar(?:$|_|[A-Z])/i;

function family(language: string | null): string {
  if (language === null) return "";
  return /^(?:typescript|tsx|javascript|vue|svelte|astro)$/.test(language)
    ? "ecmascript"
    : /^(?:java|kotlin|scala|groovy)$/.test(language)
      ? "jvm"
      : language;
}
