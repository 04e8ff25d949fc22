/** A folder of a repository with what is known of it. */
export interface NamedFolder {
  repositoryId: string;
  workingPath: string;
  name: string;
}

/** The folder of a service, and what somebody should know of it. */
export interface PlacedFolder {
  workingPath: string;
  /** A folder that was typed, or that all parts have in common, in which there are other services too. */
  shared: { folder: string; names: readonly string[] } | null;
  /** Names of parts whose code lies outside of it. */
  outside: readonly string[];
}

interface Parts {
  /** What was found, the one that the others were merged into first. */
  folders: readonly NamedFolder[];
  typed: string | undefined;
  /** Other services, found or there already. */
  others: readonly NamedFolder[];
}

/**
 * The folder of what was merged is the one that all parts have in common, unless other services are in it too: documents
 * and searches of a service take in its whole folder, so it would be told as if it were those as well.
 */
export function placeFolder({ folders, typed, others }: Parts): PlacedFolder {
  const [own] = folders;
  const found = own?.workingPath ?? "/";
  const wanted = typed ?? commonFolder(folders.map(({ workingPath }) => workingPath));
  const names =
    isSamePath(wanted, found) || !own
      ? []
      : others
          .filter((one) => one.repositoryId === own.repositoryId && isWithin(one.workingPath, wanted))
          .map(({ name }) => name)
          .filter((name, at, all) => all.indexOf(name) === at);
  const workingPath = typed ?? (names.length > 0 ? found : wanted);
  return {
    workingPath,
    shared: names.length > 0 ? { folder: wanted, names } : null,
    outside: folders.filter((one) => !isWithin(one.workingPath, workingPath)).map(({ name }) => name),
  };
}

export function trimSlashes(path: string): string {
  return path.split("/").filter(Boolean).join("/");
}

export function isSamePath(one: string, other: string): boolean {
  return trimSlashes(one) === trimSlashes(other);
}

function isWithin(path: string, folder: string): boolean {
  const outer = trimSlashes(folder);
  return outer === "" || `${trimSlashes(path)}/`.startsWith(`${outer}/`);
}

/** "/apps" of "/apps/web" and "/apps/admin". */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/").filter(Boolean));
  const ends = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return `/${first.slice(0, ends === -1 ? first.length : ends).join("/")}`;
}
