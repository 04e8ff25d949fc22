import { parseJson, recordOf, stringOf } from "#server/code-index/analysis/text/parse-json.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { unlessMissing } from "#server/domain/ledger/load-content.ts";
import { readObject } from "#server/platform/git/objects/object-reader.ts";

/** By name of the package: what a lockfile says of the one that is installed. */
export type Licences = ReadonlyMap<string, { version: string; licence: string | null }>;

const lockfileNames: ReadonlySet<string> = new Set(["package-lock.json", "npm-shrinkwrap.json", "composer.lock"]);
/** Nothing larger is read. */
const maxLockfileBytes = 24 * 1024 * 1024;

/**
 * Versions and licences of packages by the lockfile of a manifest: the one beside it, or else the nearest above. Of the
 * usual lockfiles, those of npm and Composer alone tell licences.
 */
export async function readLicences(
  index: CodeIndex,
  { directory, manifest, signal }: { directory: string; manifest: string; signal: AbortSignal },
): Promise<Licences> {
  const lockfile = index
    .files()
    .filter(({ path }) => lockfileNames.has(fileName(path)) && manifest.startsWith(folderOf(path)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  if (lockfile === undefined) return new Map();
  const object = await unlessMissing(readObject(directory, lockfile.oid, { maxBytes: maxLockfileBytes, signal }));
  const json = recordOf(parseJson(object?.bytes?.toString("utf8") ?? ""));
  return fileName(lockfile.path) === "composer.lock" ? readComposer(json) : readNpm(json);
}

function readNpm(json: Record<string, unknown>): Licences {
  const packages = Object.entries(recordOf(json["packages"])).filter(([path]) => path.startsWith(npmFolder));
  return new Map(
    packages.map(([path, value]) => {
      const { version, license } = recordOf(value) as { version?: unknown; license?: unknown };
      return [path.slice(npmFolder.length), { version: stringOf(version) ?? "", licence: stringOf(license) }];
    }),
  );
}

const npmFolder = "node_modules/";

function readComposer(json: Record<string, unknown>): Licences {
  const listed = [json["packages"], json["packages-dev"]].flatMap((list) => (Array.isArray(list) ? list : []));
  return new Map(
    listed.map((value: unknown) => {
      const { name, version, license } = recordOf(value) as { name?: unknown; version?: unknown; license?: unknown };
      const licence = Array.isArray(license) ? license.join(" or ") : stringOf(license);
      return [stringOf(name) ?? "", { version: stringOf(version) ?? "", licence }];
    }),
  );
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
