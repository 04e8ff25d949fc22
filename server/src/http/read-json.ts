import { AppError } from "@cairn/contract/errors";

const maxJsonBytes = 1_048_576;
const maxJsonDepth = 64;

/** The request's JSON object; an empty body is an empty object. Depth is checked before anything else touches it. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text.trim() === "") return {};
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("unsupported_media", { message: "Send the body as application/json" });
  }
  if (/\0|(?<!\\)(?:\\\\)*\\u0000/.test(text))
    throw new AppError("invalid_input", { message: "The text holds a NUL character" });
  if (depthOf(text) > maxJsonDepth) throw new AppError("invalid_input", { message: "The body is nested too deeply" });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", { message: "The body is not valid JSON", cause });
  }
}

async function readText(request: Request): Promise<string> {
  const tooLarge = () => new AppError("too_large", { message: "The body is larger than 1 MB" });
  if (Number(request.headers.get("content-length") ?? 0) > maxJsonBytes) throw tooLarge();
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxJsonBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Deepest nesting of brackets outside strings; linear, no recursion. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === "\\") at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{" || char === "[") deepest = Math.max(deepest, (depth += 1));
    else if (char === "}" || char === "]") depth -= 1;
  }
  return deepest;
}
