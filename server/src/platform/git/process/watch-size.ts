import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { AppError } from "@cairn/contract/errors";

export interface SizeWatch {
  /** Aborted with `too_large` as soon as the mirror is seen to be over the limit. */
  signal: AbortSignal;
  /** Looks once more, for transfers that ended between two looks. */
  checkNow(): Promise<void>;
  stop(): void;
}

const intervalMs = 500;

/** Looks twice a second at how much a mirror's objects take on disk. */
export function watchSize(directory: string, maxBytes: number): SizeWatch {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const checkNow = async () => {
    if ((await measureObjects(directory)) <= maxBytes) return;
    controller.abort(
      new AppError("too_large", { message: `The repository is larger than the limit of ${sizeInWords(maxBytes)}.` }),
    );
  };
  const lookAgain = () => {
    if (isStopped || controller.signal.aborted) return;
    timer = setTimeout(() => void checkNow().then(lookAgain), intervalMs);
  };
  lookAgain();
  return {
    signal: controller.signal,
    checkNow,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Bytes of all packs, finished or still coming in; files that vanish meanwhile count nothing. */
async function measureObjects(directory: string): Promise<number> {
  const entries = await readdir(join(directory, "objects"), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(file.parentPath, file.name)).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

function sizeInWords(bytes: number): string {
  const mebibyte = 1024 * 1024;
  return bytes >= mebibyte ? `${Math.round(bytes / mebibyte)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
