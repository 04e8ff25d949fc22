import { readdirSync, readFileSync } from "node:fs";

/** `O_CLOEXEC` as the kernel shows it. */
const closedOnExec = 0o2000000;

let found: readonly number[] | null = null;

/**
 * Files that whoever started this server left open for it. Programs that it starts would inherit them too, unlike all
 * that Node opens itself. Looked up once, since Node never closes them.
 */
export function inheritedDescriptors(): readonly number[] {
  found ??= readdirSync("/proc/self/fd").map(Number).filter(isInherited);
  return found;
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = "0"] = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1")) ?? [];
    return (Number.parseInt(flags, 8) & closedOnExec) === 0;
  } catch {
    // The listing's own.
    return false;
  }
}
