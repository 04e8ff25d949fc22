import { AppError } from "@cairn/contract/errors";

const maxJsonBytes = 1_048_576;
const maxJsonDepth = 64;
/** Keys of objects and elements of arrays, all together: a page of two hundred sections, each with thirty sources. */
const maxJsonParts = 60_000;

/** The request's JSON; an empty body is an empty object. */
export async function readJson(request: Request): Promise<unknown> {
  return parseJson(await readBody(request), request.headers.get("content-type"));
}

/** The bytes of the body, refused as soon as they are more than allowed. */
export async function readBody(request: Request, maxBytes = maxJsonBytes): Promise<Uint8Array> {
  const tooLarge = () => new AppError("too_large", { message: `The body is larger than ${sizeOf(maxBytes)}` });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What a body of this type says. Its size inside is measured before anything is built from it. */
export function parseJson(body: Uint8Array, contentType: string | null): unknown {
  const text = decode(body);
  if (text.trim() === "") return {};
  if (!isJson(contentType)) throw new AppError("unsupported_media", { message: "Send the body as application/json" });
  const { depth, parts } = measure(text);
  if (depth > maxJsonDepth) throw new AppError("invalid_input", { message: "The body is nested too deeply" });
  if (parts > maxJsonParts) throw new AppError("invalid_input", { message: "The body has too many parts" });
  try {
    return JSON.parse(text, refuseUnstorable);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid_input", { message: "The body is not valid JSON", cause });
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 1_048_576)} MB`;
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw new AppError("invalid_input", { message: "The body is not valid UTF-8", cause });
  }
}

/** Exactly this type, with nothing that could mean another encoding; what is close to it is another type. */
function isJson(contentType: string | null): boolean {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  return (
    type.replace(/ +$/, "") === "application/json" &&
    parameters.every((parameter) => /^ *[\w-]+=(?:[\w.-]+|"[\w.-]+") *$/.test(parameter)) &&
    parameters.every((parameter) => !/^ *charset=/.test(parameter) || /^ *charset="?utf-8"? *$/.test(parameter))
  );
}

/** Deepest nesting of brackets and how many keys and elements there are, outside strings; linear, no recursion. */
function measure(text: string): { depth: number; parts: number } {
  let [depth, deepest, parts] = [0, 0, 0];
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === "\\") at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === ",") parts += 1;
    else if (char === "{" || char === "[") {
      parts += 1;
      deepest = Math.max(deepest, (depth += 1));
    } else if (char === "}" || char === "]") depth -= 1;
  }
  return { depth: deepest, parts };
}

/** PostgreSQL stores neither NUL nor half a character. */
function refuseUnstorable(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text !== "string") continue;
    if (text.includes("\0")) throw new AppError("invalid_input", { message: "The text holds a NUL character" });
    if (!text.isWellFormed()) throw new AppError("invalid_input", { message: "The text holds half a character" });
  }
  return value;
}
