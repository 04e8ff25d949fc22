import { parentPath } from "#web/features/code-browsing/location/file-path.ts";

/**
 * The path itself where it exists, else the nearest folder above it that does; "" is the top.
 * `listPaths` answers the paths in a folder, or null where there is no such folder.
 */
export async function findNearestPath(
  path: string,
  listPaths: (folder: string) => Promise<readonly string[] | null>,
): Promise<string> {
  for (let candidate = path; candidate !== ""; candidate = parentPath(candidate)) {
    const folder = parentPath(candidate);
    const paths = await listPaths(folder);
    if (paths) return paths.includes(candidate) ? candidate : folder;
  }
  return "";
}
