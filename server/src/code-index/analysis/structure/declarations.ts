import type { ResolveContext } from "./import-target.ts";

/** A type with the file that declares it. */
interface DeclaredType {
  path: string;
  /** Package or namespace; "" where the file declares none. */
  package: string;
}

/** What the files of some languages declare. */
export interface Declarations {
  /** By simple name, or whole name where the language has those. */
  byName: ReadonlyMap<string, readonly DeclaredType[]>;
  /** Files of a package. */
  byPackage: ReadonlyMap<string, readonly string[]>;
  /** The files of a package that declare the name; those that declare nothing by what they are called. */
  filesOf(name: string, packageName: string): string[];
}

/** A name that more files than this declare says nothing. */
const maxSame = 400;

export function listDeclarations(context: ResolveContext, languages: RegExp): Declarations {
  const byName = new Map<string, DeclaredType[]>();
  const byPackage = new Map<string, string[]>();
  const byFileName = new Map<string, string[]>();
  for (const { path, language, kind } of context.files) {
    if (kind === "vendored" || !languages.test(language ?? "")) continue;
    const { declares, ownPackage } = context.links(path);
    const declaration = { path, package: ownPackage ?? "" };
    for (const name of declares) addTo(byName, name, declaration);
    addTo(byPackage, declaration.package, path);
    if (declares.length === 0) addTo(byFileName, `${declaration.package}\0${baseName(path)}`, path);
  }
  const filesOf = (name: string, packageName: string): string[] => {
    const declared = (byName.get(name) ?? []).filter((one) => one.package === packageName);
    if (declared.length > 0) return declared.map(({ path }) => path);
    return byFileName.get(`${packageName}\0${name}`) ?? [];
  };
  return { byName, byPackage, filesOf };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else if (known.length < maxSame) known.push(value);
}
