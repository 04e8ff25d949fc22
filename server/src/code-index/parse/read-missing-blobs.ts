import { classifyPath } from "../extract/classify-path.ts";
import { maxParsedBytes } from "../extract/decode-text.ts";
import type { GitSource } from "../git-source.ts";
import type { WantedFile } from "../store/file-rows.ts";
import { unparsedBlob } from "./parse-blob.ts";
import type { ParsedBlob } from "./parse-blob.ts";
import type { ParseTask } from "./parse-worker.ts";
import { parseInThread } from "./parser-pool.ts";

/** A batch is full at either bound: small enough to lose in a crash, large enough to be worth a message. */
const batchBytes = 768 * 1024;
const batchBlobs = 96;

/**
 * Reads blobs as one stream and parses them in threads; batches come out as they are done, in any order. No more than
 * one batch a thread and one being filled are held, so memory does not grow with the repository.
 */
export async function* readMissingBlobs(input: {
  source: GitSource;
  files: readonly WantedFile[];
  workers: number;
  signal?: AbortSignal;
}): AsyncGenerator<ParsedBlob[]> {
  const { source, files, workers, signal } = input;
  const absent = new Set(files);
  const running = new Map<Promise<ParsedBlob[]>, Promise<{ self: Promise<ParsedBlob[]>; parsed: ParsedBlob[] }>>();
  const next = async (): Promise<ParsedBlob[]> => {
    const { self, parsed } = await Promise.race(running.values());
    running.delete(self);
    return parsed;
  };
  try {
    for await (const { tasks: batch, read } of batches(source, files, signal)) {
      signal?.throwIfAborted();
      for (const file of read) absent.delete(file);
      const self = parseInThread(batch, signal);
      running.set(
        self,
        self.then((parsed) => ({ self, parsed })),
      );
      if (running.size >= workers) yield await next();
    }
    while (running.size > 0) yield await next();
    signal?.throwIfAborted();
    if (absent.size > 0) yield [...absent].map((file) => absentBlob(file));
  } finally {
    // An abandoned run must not leave rejections behind.
    await Promise.allSettled(running.values());
  }
}

interface Batch {
  tasks: ParseTask[];
  /** The files the tasks stand for. */
  read: WantedFile[];
}

/** The tree names a blob that the repository does not have: a partial or damaged copy. */
function absentBlob({ oid, path, size }: WantedFile): ParsedBlob {
  return unparsedBlob({
    oid,
    pathClass: classifyPath(path),
    bytes: size,
    problem: "content is missing in the repository",
  });
}

async function* batches(
  source: GitSource,
  files: readonly WantedFile[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> {
  const byOid = new Map<string, WantedFile[]>();
  for (const file of files) {
    const known = byOid.get(file.oid);
    if (known === undefined) byOid.set(file.oid, [file]);
    else known.push(file);
  }
  let batch: Batch = { tasks: [], read: [] };
  let bytes = 0;
  if (byOid.size === 0) return;
  for await (const blob of source.readBlobs([...byOid.keys()], { maxBytes: maxParsedBytes, signal })) {
    for (const file of byOid.get(blob.oid) ?? []) {
      batch.read.push(file);
      batch.tasks.push({ oid: file.oid, path: file.path, bytes: blob.bytes ?? Buffer.alloc(0) });
      bytes += blob.bytes?.length ?? 0;
    }
    if (bytes < batchBytes && batch.tasks.length < batchBlobs) continue;
    yield batch;
    batch = { tasks: [], read: [] };
    bytes = 0;
  }
  if (batch.tasks.length > 0) yield batch;
}
