import { createHash } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

/** Which install of which repository. */
export interface KeptInstall {
  /** Path of the bare repository. */
  repository: string;
  /** Names all that the install goes by. */
  key: string;
}

/** What installs have made, as archives that nobody changes any more. */
export interface KeptInstalls {
  /** Path of an archive; null where there is none. It stays readable for who has opened it, also when it is removed. */
  find(install: KeptInstall): Promise<string | null>;
  /** Takes a file over as an archive, at once and whole. */
  add(install: KeptInstall, file: string): Promise<void>;
  remove(install: KeptInstall): Promise<void>;
  /** Removes those that were unused for longest until the others take no more than this. */
  trim(maxBytes: number): Promise<void>;
  /** Removes those of repositories that are gone. */
  sweep(): Promise<void>;
}

const ending = ".tar";
/** Says in a folder of archives which repository they are of. */
const ownerFile = "repository";

/** Archives lie below a folder, in one folder a repository, which is made when it is needed. */
export function createKeptInstalls(root: string): KeptInstalls {
  const folderOf = ({ repository }: KeptInstall) =>
    path.join(root, createHash("sha256").update(repository).digest("hex").slice(0, 32));
  const fileOf = (install: KeptInstall) => path.join(folderOf(install), `${install.key}${ending}`);
  return {
    async find(install) {
      const now = new Date();
      // The time says when it was used last.
      return await utimes(fileOf(install), now, now).then(
        () => fileOf(install),
        () => null,
      );
    },
    async add(install, file) {
      await mkdir(folderOf(install), { recursive: true, mode: 0o700 });
      await writeFile(path.join(folderOf(install), ownerFile), install.repository);
      await closeFile(file);
      await rename(file, fileOf(install));
    },
    async remove(install) {
      await rm(fileOf(install), { force: true });
    },
    async trim(maxBytes) {
      let bytes = 0;
      for (const file of await listByUse(root)) {
        bytes += file.bytes;
        if (bytes > maxBytes) await rm(file.path, { force: true });
      }
    },
    async sweep() {
      for (const name of await readdir(root).catch(() => [])) {
        const folder = path.join(root, name);
        const repository = await readFile(path.join(folder, ownerFile), "utf8").catch(() => null);
        if (repository !== null && !existsSync(repository)) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Nobody writes to it from now on, every account may read it, and it is on the disk before it has its name. */
async function closeFile(file: string): Promise<void> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new TypeError("An archive is no file");
    if (process.getuid?.() === 0) await handle.chown(0, 0);
    await handle.chmod(0o444);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function listByUse(root: string): Promise<{ path: string; bytes: number }[]> {
  const names = (await readdir(root, { recursive: true }).catch(() => [])).filter((name) => name.endsWith(ending));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(root, name);
      const found = await stat(file).catch(() => null);
      return found === null ? [] : [{ path: file, bytes: found.blocks * 512, usedAt: found.mtimeMs }];
    }),
  );
  return files.flat().toSorted((one, other) => other.usedAt - one.usedAt);
}
