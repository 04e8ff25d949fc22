import { toLines, type CodeReader } from "#server/engine/evidence/evidence.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readObject } from "#server/platform/git/objects/object-reader.ts";
import { decodeText } from "#server/text/decode-text.ts";

/** Nothing larger is quoted or cited. */
const maxReadBytes = 4 * 1024 * 1024;
/**
 * So few files are read through the process that a repository has anyway: starting one costs more than reading them.
 */
const fewFiles = 32;

export interface CodeToRead {
  repositoryId: string;
  /** As `codeDirectory` answers. */
  directory: string;
  signal: AbortSignal;
  commit: string;
  /** The commit's regular files where they are known, as from its index; else they are listed once. */
  files?: () => readonly { path: string; oid: string }[];
}

type Lines = readonly string[] | null;

/**
 * Reads files of a repository at one commit, each at most once. Made for one answer or one round of pages: it holds
 * what it read. Requests while git is busy wait for the next batch, so many files cost few processes. The caller has
 * already checked the right to the repository.
 */
export function openCodeReader(target: CodeToRead): CodeReader {
  const { directory, signal } = target;
  const known = new Map<string, Promise<Lines>>();
  let waiting = new Map<string, PromiseWithResolvers<Lines>>();
  let draining: Promise<void> | null = null;
  let oids: Promise<Map<string, string>> | null = null;

  const drain = async (): Promise<void> => {
    // Further requests in this turn of the event loop belong to the same batch.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      try {
        oids ??= listOids(target);
        await readBatch(directory, { batch, oids: await oids, signal });
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    draining = null;
  };

  return {
    repositoryId: target.repositoryId,
    commit: target.commit,
    readLines(path) {
      const requested = known.get(path);
      if (requested) return requested;
      const answer = Promise.withResolvers<Lines>();
      known.set(path, answer.promise);
      waiting.set(path, answer);
      draining ??= drain();
      return answer.promise;
    },
  };
}

/** Regular files alone: what a link points at is no content of the repository. */
async function listOids(target: CodeToRead): Promise<Map<string, string>> {
  const { directory, signal } = target;
  const files =
    target.files?.() ??
    (await listTree(directory, target.commit, { signal })).filter(({ mode }) => mode.startsWith("100"));
  return new Map(files.map(({ path, oid }) => [path, oid]));
}

async function readBatch(
  directory: string,
  read: { batch: Map<string, PromiseWithResolvers<Lines>>; oids: Map<string, string>; signal: AbortSignal },
): Promise<void> {
  const { batch, oids, signal } = read;
  const wanted = [...new Set([...batch.keys()].flatMap((path) => oids.get(path) ?? []))];
  const content = new Map<string, Lines>();
  const keep = (oid: string, bytes: Buffer | null) => {
    const decoded = bytes === null ? null : decodeText(bytes);
    content.set(oid, decoded === null ? null : toLines(decoded.text));
  };
  if (wanted.length <= fewFiles) {
    const options = { maxBytes: maxReadBytes, signal };
    await Promise.all(wanted.map(async (oid) => keep(oid, (await readObject(directory, oid, options))?.bytes ?? null)));
  } else {
    const blobs = createMirrorSource(directory).readBlobs(wanted, { maxBytes: maxReadBytes, signal });
    for await (const { oid, bytes } of blobs) keep(oid, bytes);
  }
  for (const [path, { resolve }] of batch) resolve(content.get(oids.get(path) ?? "") ?? null);
}
