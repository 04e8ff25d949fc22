import { chmodSync, statSync } from "node:fs";

/**
 * Lets every account read these files of ours, and pass through these folders, since commands see them by another account
 * than the server's: whoever checked this server out may have let nobody else in. None of them holds a secret. Answers
 * which stay closed.
 */
export function openOwnFiles(files: readonly string[]): string[] {
  return files.filter((file) => !isOpen(file) && !open(file));
}

function isOpen(file: string): boolean {
  const wanted = openMode(file);
  return (statSync(file).mode & wanted) === wanted;
}

/** For everybody what its owner may, but to write. */
function openMode(file: string): number {
  const { mode } = statSync(file);
  return 0o044 | ((mode & 0o100) === 0 ? 0 : 0o011);
}

/** False where the file system or somebody else's file does not let us. */
function open(file: string): boolean {
  try {
    chmodSync(file, (statSync(file).mode & 0o7777) | openMode(file));
    return true;
  } catch {
    return false;
  }
}
