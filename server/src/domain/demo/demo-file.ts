import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../demo", import.meta.url));

/** A file of the demo that comes with this program, as a bundle of code, by its name. */
export function demoFile(fileName: string): string {
  return path.join(folder, fileName);
}
