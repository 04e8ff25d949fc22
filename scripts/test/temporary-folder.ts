import { statfsSync } from "node:fs";
import os from "node:os";

const memoryFolder = "/dev/shm";
const neededBytes = 4 * 1024 ** 3;

/**
 * The folder for temporary files of tests: databases, repositories, indexes. In memory where the system has such a
 * folder with enough space, because tests make and remove tens of thousands of small files.
 */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    if (bavail * bsize >= neededBytes) return memoryFolder;
  } catch {
    // There is no such folder on this system.
  }
  return os.tmpdir();
}
