import type { ImportTarget } from "#server/code-index/ports/code-index.ts";
import type { ClassFact, ImportFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

export interface DeclaredClass {
  file: string;
  fact: ClassFact;
}

interface ClassContext {
  routing: ReadonlyMap<string, RoutingFacts>;
  resolveImport(file: string, specifier: string, name: string): ImportTarget;
  importsOf(file: string): readonly ImportFact[];
  /** Package or namespace that the file declares for itself. */
  packageOf(file: string): string | null;
}

/** Longer chains of bases are a mistake or hostile. */
const maxBases = 24;

/** Classes of all files by their names, and what they extend. */
export class ClassIndex {
  private readonly byName = new Map<string, DeclaredClass[]>();
  private readonly chains = new Map<ClassFact, readonly DeclaredClass[]>();
  /** All declarations of classes that have several, the one that says most about the class first. */
  private readonly parts = new Map<ClassFact, readonly DeclaredClass[]>();
  private readonly context: ClassContext;

  constructor(context: ClassContext) {
    this.context = context;
    for (const [file, { classes }] of context.routing)
      for (const fact of classes) {
        const places = this.byName.get(fact.name);
        if (places === undefined) this.byName.set(fact.name, [{ file, fact }]);
        else places.push({ file, fact });
      }
    for (const places of this.byName.values()) this.joinParts(places.filter(({ fact }) => fact.isPart === true));
  }

  private joinParts(places: readonly DeclaredClass[]): void {
    if (places.length < 2) return;
    for (const parts of Map.groupBy(places, ({ file }) => this.context.packageOf(file)).values()) {
      const said = ({ fact }: DeclaredClass): number =>
        (fact.marks.length > 0 ? 2 : 0) + (fact.bases.length > 0 ? 1 : 0);
      const ordered = parts.toSorted((one, other) => said(other) - said(one));
      for (const { fact } of ordered.length > 1 ? ordered : []) this.parts.set(fact, ordered);
    }
  }

  /** The declaration that stands for a class of several; the class itself where it has one. */
  wholeOf(place: DeclaredClass): DeclaredClass {
    return this.parts.get(place.fact)?.[0] ?? place;
  }

  all(): DeclaredClass[] {
    return [...this.byName.values()].flat();
  }

  /** The class that a file declares under a name. */
  inFile(name: string, file: string): DeclaredClass | null {
    return (this.byName.get(name) ?? []).find((one) => one.file === file) ?? null;
  }

  /** Whether all extend the same, or are it. */
  extendSame(classes: readonly { file: string; name: string }[]): boolean {
    const types = classes.map(({ file, name }) => [name, ...(this.inFile(name, file)?.fact.bases ?? [])]);
    return (types[0] ?? []).some((type) => types.every((other) => other.includes(type)));
  }

  /** The class that a name stands for in a file; null where none or several may be meant. */
  find(name: string, file: string): DeclaredClass | null {
    const places = this.byName.get(name) ?? [];
    const own = places.find((one) => one.file === file);
    if (own !== undefined || places.length === 0) return own ?? null;
    const imported = this.importedFrom(places, name, file);
    if (imported !== null) return imported;
    const near = this.context.packageOf(file);
    const beside = places.filter((one) => near !== null && this.context.packageOf(one.file) === near);
    const wholes = new Set(beside.map((one) => this.wholeOf(one)));
    const [only = null] = wholes;
    if (wholes.size === 1) return only;
    return places.length === 1 ? (places[0] ?? null) : null;
  }

  private importedFrom(places: readonly DeclaredClass[], name: string, file: string): DeclaredClass | null {
    const matching = places.filter((place) => {
      const own = this.context.packageOf(place.file);
      return this.context.importsOf(file).some(({ specifier, names }) => {
        if (own !== null) {
          const isWhole = specifier.replace(/[.\\]\*$/, "") === own;
          return isWhole || specifier === `${own}.${name}` || specifier === `${own}\\${name}`;
        }
        if (!names.includes(name)) return false;
        const target = this.context.resolveImport(file, specifier, name);
        return target.kind === "files" && target.paths.includes(place.file);
      });
    });
    return matching.length === 1 ? (matching[0] ?? null) : null;
  }

  /** The class itself and all that it extends and implements, nearest first. */
  chainOf(place: DeclaredClass): readonly DeclaredClass[] {
    const known = this.chains.get(place.fact);
    if (known !== undefined) return known;
    const chain = [place, ...(this.parts.get(place.fact) ?? []).filter(({ fact }) => fact !== place.fact)];
    for (let at = 0; at < chain.length && chain.length < maxBases; at += 1) {
      const { file, fact } = chain[at] ?? place;
      for (const base of fact.bases) {
        const found = this.find(base, file);
        if (found !== null && !chain.some((one) => one.fact === found.fact)) chain.push(found);
      }
    }
    this.chains.set(place.fact, chain);
    return chain;
  }
}
