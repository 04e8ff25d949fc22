import { AppError } from "@cairn/contract/errors";

import { measureFolder } from "#server/platform/sandbox/process/watch-disk.ts";

import type { KeptInstalls } from "./kept-installs.ts";

interface BoundedDisk {
  /** Holds the work copies of all servers on this data directory. */
  folder: string;
  kept: Pick<KeptInstalls, "trim">;
  /** Of all of them, with what is kept of installs. */
  totalBytes: number;
}

/** Counting every file of every work copy takes seconds, and one cannot grow by much meanwhile. */
const measuredForMs = 30_000;

/** Bounds what work copies and kept installs take together: installs go before anything is refused. */
export function boundDisk({ folder, kept, totalBytes }: BoundedDisk) {
  let last = { bytes: Promise.resolve(0), until: 0 };
  const measure = (): Promise<number> => {
    if (performance.now() >= last.until) {
      const bytes = measureFolder(folder).then(
        (space) => space.bytes,
        () => 0,
      );
      last = { bytes, until: performance.now() + measuredForMs };
    }
    return last.bytes;
  };
  const trim = async (): Promise<number> => {
    const bytes = await measure();
    await kept.trim(Math.max(0, totalBytes - bytes));
    return bytes;
  };
  return {
    /** Throws `unavailable` where work copies alone take all of it. */
    async requireSpace(): Promise<void> {
      if ((await trim()) < totalBytes) return;
      // Some may have been removed meanwhile.
      last.until = 0;
      if ((await trim()) < totalBytes) return;
      throw new AppError("unavailable", {
        message: `The work copies of this server take the ${Math.round(totalBytes / 1e9)} GB that they may together (RUN_TOTAL_DISK_BYTES). Try again when other runs have ended.`,
      });
    },
    /** Removes kept installs that there is no space for. */
    trim: async (): Promise<void> => void (await trim()),
  };
}
