import type {
  ImportTarget,
  ImportedNameResolver,
  ResolveContext,
} from "#server/code-index/analysis/structure/import-target.ts";
import { folderOf } from "#server/code-index/analysis/structure/paths.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { EntityFact } from "#server/code-index/ports/data-facts.ts";
import type { ImportFact } from "#server/code-index/ports/facts.ts";

export interface PlacedEntity {
  path: string;
  entity: EntityFact;
}

interface FollowedImport extends ImportFact {
  target: ImportTarget;
}

interface FileView {
  imports: readonly FollowedImport[];
  mentioned: readonly { path: string; specifier: string }[];
}

/** "several": classes of the name exist, and nothing says which of them is meant. */
export type ResolvedBase = PlacedEntity | "several" | null;

/** Files that hand on what others declare, looked through for one name. */
const maxHandedOn = 60;
/** In these, code names nothing that its file does not declare or import. */
const importsAll = /^(?:python|typescript|tsx|javascript|vue|svelte)$/;

/** Finds the class that a name means in a file: the file's own, else the one its imports lead to. */
export class BaseFinder {
  private readonly context: ResolveContext;
  private readonly names: ImportedNameResolver;
  private readonly files: ReadonlyMap<string, IndexedFile>;
  private readonly views = new Map<string, FileView>();

  constructor(context: ResolveContext, names: ImportedNameResolver) {
    this.context = context;
    this.names = names;
    this.files = new Map(context.files.map((file) => [file.path, file]));
  }

  /** One of `places`, all of which have the name. */
  find(name: string, path: string, places: readonly PlacedEntity[]): ResolvedBase {
    if (places.length === 0) return null;
    const own = places.filter((one) => one.path === path);
    if (own.length > 0) return only(own);
    const { imports, mentioned } = this.viewOf(path);
    const naming = imports.filter((one) => isNamed(one, name));
    const isSettled = naming.length > 0 && naming.every(({ target }) => target.kind !== "unknown");
    const named = this.reachedFrom(naming, name, places);
    if (named.length > 0) return only(named);
    const tail = places.filter((one) => naming.some(({ specifier }) => endsLike(one.path, specifier)));
    if (tail.length === 1) return only(tail);
    if (isSettled) return null;
    const visible = new Set(mentioned.filter(({ specifier }) => lastName(specifier) === name).map((one) => one.path));
    const seen = places.filter((one) => visible.has(one.path));
    if (seen.length > 0) return only(seen);
    const whole = this.reachedFrom(imports.filter(isWhole), name, places);
    if (whole.length > 0) return only(whole);
    const beside = places.filter((one) => this.isBeside(one.path, path));
    if (beside.length > 0) return only(beside);
    return this.isOpen(path, imports) ? only(places) : null;
  }

  private viewOf(path: string): FileView {
    const known = this.views.get(path);
    if (known !== undefined) return known;
    const file = this.files.get(path);
    const made: FileView = {
      imports: this.context.links(path).imports.map((one) => ({
        ...one,
        target: file === undefined ? { kind: "unknown" } : this.names.resolve(file, one),
      })),
      mentioned: file === undefined ? [] : this.names.mentioned(file),
    };
    this.views.set(path, made);
    return made;
  }

  /** Through files that hand on what others declare. */
  private reachedFrom(
    imports: readonly FollowedImport[],
    name: string,
    places: readonly PlacedEntity[],
  ): readonly PlacedEntity[] {
    let front = new Set(imports.flatMap(({ target }) => (target.kind === "files" ? target.paths : [])));
    const looked = new Set<string>();
    while (front.size > 0 && looked.size < maxHandedOn) {
      const found = places.filter((one) => front.has(one.path));
      if (found.length > 0) return found;
      const next = new Set<string>();
      for (const path of front) {
        if (looked.has(path) || looked.size >= maxHandedOn) continue;
        looked.add(path);
        for (const to of this.handedOn(path, name)) if (!looked.has(to)) next.add(to);
      }
      front = next;
    }
    return [];
  }

  /** Where a file has a name from that it does not declare: the import of that name, else those of whole modules. */
  private handedOn(path: string, name: string): readonly string[] {
    const { language } = this.files.get(path) ?? {};
    if (!importsAll.test(language ?? "")) return [];
    const { imports } = this.viewOf(path);
    const naming = imports.filter((one) => isNamed(one, name));
    // A module of Python may declare a class of the name that is no entity; that of a package hands on.
    const mayHandOn = language !== "python" || path.endsWith("/__init__.py");
    const followed = naming.length > 0 ? naming : imports.filter(({ names }) => mayHandOn && names.length === 0);
    return followed.flatMap(({ target }) => (target.kind === "files" ? target.paths : []));
  }

  /** In the same package, where its files see each other. */
  private isBeside(path: string, from: string): boolean {
    if (this.files.get(from)?.language === "go") return folderOf(path) === folderOf(from);
    const own = this.context.links(from).ownPackage;
    return own !== null && this.context.links(path).ownPackage === own;
  }

  /** Whether the name may come from somewhere that the imports do not say. */
  private isOpen(path: string, imports: readonly FollowedImport[]): boolean {
    const isClosed = importsAll.test(this.files.get(path)?.language ?? "");
    return !isClosed || imports.some(({ target }) => target.kind === "unknown");
  }
}

function only(places: readonly PlacedEntity[]): ResolvedBase {
  const [first] = places;
  return places.length === 1 && first !== undefined ? first : "several";
}

function isNamed({ names, specifier }: ImportFact, name: string): boolean {
  // The body of a class in PHP takes in others by the same word, without what they lie in.
  return names.length > 0 ? names.includes(name) : specifier !== name && lastName(specifier) === name;
}

/** Of a module rather than of names in it. */
function isWhole({ names, target }: FollowedImport): boolean {
  if (names.length === 0) return true;
  return target.kind === "files" && target.paths.some((path) => names.includes(moduleName(path)));
}

function moduleName(path: string): string {
  return lastName(path.replace(/(?:\/__init__)?\.\w+$/, ""));
}

function lastName(specifier: string): string {
  return specifier.slice(Math.max(...[".", "\\", ":", "/"].map((sign) => specifier.lastIndexOf(sign))) + 1);
}

/** A module below a folder of sources that nothing declares: "harbour.base" and server/harbour/base.py. */
function endsLike(path: string, specifier: string): boolean {
  const module = specifier.replace(/^[.\\/]+/, "").replaceAll(/[.\\]/g, "/");
  const stem = path.replace(/(?:\/__init__)?\.\w+$/, "");
  return module.includes("/") && (stem === module || stem.endsWith(`/${module}`));
}
