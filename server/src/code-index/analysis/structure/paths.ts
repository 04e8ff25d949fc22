/** Folder of a path; "" at the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** Joins and resolves "." and ".."; null when it leads out of the repository. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (parts.length === 0) return null;
      parts.pop();
    } else parts.push(part);
  }
  return parts.join("/");
}

/** The folder itself or the nearest around it that is one of these; null where none is. "" is the root. */
export function findAround(folder: string, folders: { has: (folder: string) => boolean }): string | null {
  for (let one = folder; ; one = folderOf(one)) {
    if (folders.has(one)) return one;
    if (one === "") return null;
  }
}

/** Whether the path is the folder itself or below it; "" is the root. */
export function isUnder(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
