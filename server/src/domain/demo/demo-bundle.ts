import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../demo", import.meta.url));

/** A bundle of code that comes with this program, by its file name. */
export function demoBundle(fileName: string): string {
  return path.join(folder, fileName);
}
