import { parentPath } from "#web/features/code-browsing/location/file-path.ts";

/**
 * The path itself if it exists, else the nearest existing ancestor folder; "" is the root. `listPaths` returns the
 * paths in a folder, or null when the folder does not exist.
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
