import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { FilesTaken } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { maxUploadFiles } from "@cairn/contract/files";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";

import type { IncomingFile, IncomingFiles } from "#server/edge.ts";

/** The one name of a part with a file in it. */
const partName = "files";
const maxNameLength = 255;
/** Everything around the files: boundaries, headers, a few unknown fields. */
const maxOtherBytes = 1_048_576;

interface FormLimits {
  maxFileBytes: number;
  maxFiles: number;
  /** Within which all of it must have arrived. */
  timeoutMs: number;
}

const minute = 60_000;

/** What a form of such files may hold. */
export function formLimits(
  kind: FilesTaken,
  { maxUploadBytes, maxBundleBytes }: { maxUploadBytes: number; maxBundleBytes: number },
): FormLimits {
  return kind === "bundle"
    ? { maxFileBytes: maxBundleBytes, maxFiles: 1, timeoutMs: 50 * minute }
    : { maxFileBytes: maxUploadBytes, maxFiles: maxUploadFiles, timeoutMs: 10 * minute };
}

const limits = {
  fields: 5,
  fieldSize: 1_024,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8_192,
};

/**
 * The files of a form, as they arrive. A body of another type is refused before any of it is read; what is wrong inside
 * rejects the file that is being read.
 */
export function readFiles(request: Request, form: FormLimits): IncomingFiles {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data *(;|$)/i.test(contentType)) {
    throw new AppError("unsupported_media", { message: "Send the files as multipart/form-data" });
  }
  const filesBytes = form.maxFileBytes * form.maxFiles;
  const maxBytes = filesBytes + maxOtherBytes;
  // People are told what they may send, without what is around it.
  if ((announcedBytes(request) ?? 0) > maxBytes) throw tooLarge("The upload", filesBytes);
  return receive(request, createParser(contentType, form), { ...form, maxBytes });
}

/** The size of the whole body; null where it comes in pieces of which nobody says how many there are. */
function announcedBytes(request: Request): number | null {
  const announced = request.headers.get("content-length");
  return announced === null ? null : Number(announced);
}

function createParser(contentType: string, { maxFileBytes, maxFiles }: FormLimits): BusboyInstance {
  try {
    // A file's name is refused as it was sent, and not made good in silence.
    const headers = { "content-type": contentType };
    return new Busboy({
      headers,
      preservePath: true,
      limits: { ...limits, files: maxFiles, parts: maxFiles + 5, fileSize: maxFileBytes },
    });
  } catch (cause) {
    throw new AppError("invalid_input", { message: "The form names no boundary between its parts", cause });
  }
}

/** The parser reads on while files are taken; what it finds wrong ends the file under way and everything after it. */
async function* receive(
  request: Request,
  parser: BusboyInstance,
  { maxBytes, maxFileBytes, maxFiles, timeoutMs }: FormLimits & { maxBytes: number },
): AsyncGenerator<IncomingFile> {
  const files = new Readable({ objectMode: true, read() {} });
  const streams: BusboyFileStream[] = [];
  const stop = new AbortController();
  const announced = announcedBytes(request) ?? maxBytes;
  const fail = (error: AppError): void => {
    if (stop.signal.aborted) return;
    stop.abort(error);
    for (const one of [...streams, files]) one.destroy(error);
  };
  parser.on("file", (field, stream, name) => {
    streams.push(stream);
    stream.on("error", () => fail(endsTooEarly()));
    stream.on("limit", () => fail(tooLarge(`“${name}”`, maxFileBytes)));
    const problem = findProblem(field, name);
    if (problem === null) files.push({ name, bytes: stream, maxBytes: Math.min(announced, maxFileBytes) });
    else fail(invalid(problem));
  });
  parser.on("filesLimit", () =>
    fail(invalid(`At most ${maxFiles === 1 ? "one file" : `${maxFiles} files`} can be uploaded at once`)),
  );
  for (const event of ["partsLimit", "fieldsLimit"] as const) {
    parser.on(event, () => fail(invalid("The form has parts that are no files")));
  }
  const timer = setTimeout(() => fail(invalid("The upload takes too long. Send fewer or smaller files.")), timeoutMs);
  const parsed = pipeline(countBytes(request.body ?? [], maxBytes), parser, { signal: stop.signal }).then(
    () => files.push(null),
    (error: unknown) => fail(error instanceof AppError ? error : endsTooEarly(error)),
  );
  try {
    yield* files as AsyncIterable<IncomingFile>;
  } finally {
    clearTimeout(timer);
    fail(endsTooEarly());
    await parsed;
  }
}

async function* countBytes(body: unknown, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge("The upload", maxBytes);
    yield chunk;
  }
}

/** A name is shown to people and is no path; one that looks like a path was made up by hand. */
function findProblem(field: string | undefined, name: string | undefined): string | null {
  if (field !== partName) return `Send each file in a part named “${partName}”`;
  if (!name) return "A file has no name";
  if (name.length > maxNameLength) return `A file's name has more than ${maxNameLength} characters`;
  if (/[/\\]/.test(name)) return "A file's name holds a slash";
  return /\p{Cc}/u.test(name) ? "A file's name holds a control character" : null;
}

function tooLarge(what: string, maxBytes: number): AppError {
  const size = maxBytes < 1_000_000 ? `${Math.floor(maxBytes / 1_000)} KB` : `${Math.floor(maxBytes / 1_000_000)} MB`;
  return new AppError("too_large", { message: `${what} is larger than ${size}` });
}

function endsTooEarly(cause?: unknown): AppError {
  return new AppError("invalid_input", { message: "The form ends before all of it has arrived", cause });
}

function invalid(message: string): AppError {
  return new AppError("invalid_input", { message });
}
