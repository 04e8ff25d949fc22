import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

/** Absolute path of a program in a search path such as "/usr/bin:/bin"; null where it has none. */
export function findProgram(name: string, searchPath: string): string | null {
  const places = searchPath.split(":").filter((folder) => path.isAbsolute(folder));
  return places.map((folder) => path.join(folder, name)).find(isProgram) ?? null;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
