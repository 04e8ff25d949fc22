import { unparsedBlob } from "#server/code-index/analysis/parse/parse-blob.ts";
import type { ParsedBlob } from "#server/code-index/analysis/parse/parse-blob.ts";
import type { ParseTask } from "#server/code-index/analysis/parse/parse-worker.ts";
import { parseInThread } from "#server/code-index/analysis/parse/parser-pool.ts";
import { isBinaryPath } from "#server/code-index/analysis/text/binary-path.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { maxParsedBytes } from "#server/code-index/analysis/text/decode-content-text.ts";
import type { WantedFile } from "#server/code-index/store/file-rows.ts";
import type { BlobContent, GitSource } from "#server/git-source.ts";

/** A batch is full at either bound: small enough to lose in a crash, large enough for the overhead of a message. */
const batchBytes = 768 * 1024;
const batchBlobs = 96;

interface ParsingRun {
  source: GitSource;
  /** Each blob and variant once; git is started while the list is still on its way. */
  files: Promise<readonly WantedFile[]>;
  workers: number;
  signal?: AbortSignal | undefined;
}

/**
 * Reads blobs as one stream and parses them in threads; batches come out as they are done, in any order. No more than
 * one batch a thread and one being filled are held, so memory does not grow with the repository.
 */
export async function* parseMissingBlobs(input: ParsingRun): AsyncGenerator<ParsedBlob[]> {
  const { workers, signal } = input;
  const running = new Map<Promise<ParsedBlob[]>, Promise<{ self: Promise<ParsedBlob[]>; parsed: ParsedBlob[] }>>();
  const next = async (): Promise<ParsedBlob[]> => {
    const { self, parsed } = await Promise.race(running.values());
    running.delete(self);
    return parsed;
  };
  try {
    for await (const { tasks, listed } of batches(input)) {
      signal?.throwIfAborted();
      if (listed.length > 0) yield listed;
      if (tasks.length === 0) continue;
      const self = parseInThread(tasks, signal);
      running.set(
        self,
        self.then((parsed) => ({ self, parsed })),
      );
      if (running.size >= workers) yield await next();
    }
    while (running.size > 0) yield await next();
    signal?.throwIfAborted();
  } finally {
    // An abandoned run must not leave rejections behind.
    await Promise.allSettled(running.values());
  }
}

interface Batch {
  tasks: ParseTask[];
  /** Blobs that are listed with a reason instead of being parsed. */
  listed: ParsedBlob[];
}

async function* batches({ source, files, workers, signal }: ParsingRun): AsyncGenerator<Batch> {
  const byOid = files.then((wanted) => Map.groupBy(wanted, ({ oid }) => oid));
  const unread = new Set<string>();
  const limits = { maxBytes: (oid: string) => (unread.has(oid) ? 0 : maxParsedBytes), signal };
  const oids = byOid.then((groups) => {
    for (const [oid, group] of groups) if (group.every(({ path }) => isBinaryPath(path))) unread.add(oid);
    return [...groups.keys()];
  });
  // A git that cannot even be started leaves the list unread.
  oids.catch(() => undefined);
  let batch: Batch = { tasks: [], listed: [] };
  let bytes = 0;
  let full: number | null = null;
  for await (const blob of source.readBlobs(oids, limits)) {
    const groups = await byOid;
    // The few files of a usual push are shared out among the threads.
    full ??= Math.min(batchBlobs, Math.ceil(groups.size / workers));
    for (const file of groups.get(blob.oid) ?? []) addTo(batch, file, blob);
    groups.delete(blob.oid);
    bytes += blob.bytes?.length ?? 0;
    if (bytes < batchBytes && batch.tasks.length + batch.listed.length < full) continue;
    yield batch;
    batch = { tasks: [], listed: [] };
    bytes = 0;
  }
  yield batch;
}

function addTo(batch: Batch, file: WantedFile, { size, bytes, isMissing }: BlobContent): void {
  const { path, oid } = file;
  if (isMissing === true) batch.listed.push(unparsed(file, 0, "content is missing in the repository"));
  else if (isBinaryPath(path)) batch.listed.push(unparsed(file, size, "binary content"));
  else if (bytes === null) batch.listed.push(unparsed(file, size, `larger than ${maxParsedBytes / 1_000_000} MB`));
  else batch.tasks.push({ oid, path, bytes });
}

function unparsed({ path, oid }: WantedFile, size: number, problem: string): ParsedBlob {
  const contentKind = isBinaryPath(path) ? "binary" : null;
  return unparsedBlob({ oid, pathClass: classifyPath(path), bytes: size, problem, contentKind });
}
