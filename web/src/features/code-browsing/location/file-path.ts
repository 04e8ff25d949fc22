/** The folder of a path; "" for the top. */
export function parentPath(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Resolves a relative path to one from the root; null if it leads out of the repository. */
export function resolvePath(fromFile: string, target: string): string | null {
  const start = target.startsWith("/") ? [] : parentPath(fromFile).split("/");
  const parts: string[] = start.filter(Boolean);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

/** Resolves a relative link in a file, as it is written in Markdown; null if it leads out of the repository. */
export function resolveLink(fromFile: string, link: string): { path: string; hash: string } | null {
  const [address = "", hash = ""] = link.split("#");
  const path = resolvePath(fromFile, pathOfAddress(address));
  return path === null ? null : { path, hash };
}

/** Whether an address leads out of the repository. */
export function isExternalAddress(address: string): boolean {
  return /^(?:[a-z][\w+.-]*:|\/\/)/i.test(address);
}

/** Resolves the address of a picture in a file to a path; null when it is no file of the repository. */
export function resolvePicture(fromFile: string, address: string): string | null {
  if (isExternalAddress(address)) return null;
  return resolvePath(fromFile, pathOfAddress(address));
}

/** The decoded path of an address, without its query; an invalid escape is left as it is. */
function pathOfAddress(address: string): string {
  const path = address.replace(/\?.*$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The readme of a folder, if it has one. */
export function findReadme<Item extends { name: string; isFolder: boolean }>(items: readonly Item[]): Item | undefined {
  const names = ["readme.md", "readme.markdown", "readme", "readme.txt"];
  const files = items.filter((item) => !item.isFolder);
  return names.map((name) => files.find((item) => item.name.toLowerCase() === name)).find((item) => item !== undefined);
}

/** "640 B", "2.1 KB", "1 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${oneDecimal(kilobytes)} KB` : `${oneDecimal(kilobytes / 1024)} MB`;
}

function oneDecimal(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}
