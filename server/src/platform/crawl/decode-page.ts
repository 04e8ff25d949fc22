/** How many bytes of a page are searched for its declared encoding. */
const declarationBytes = 4096;

/**
 * The text of a page, by its byte order mark, else by what the server says, else by what the page says. A page that
 * says nothing is UTF-8 if it can be, and Western European otherwise, as browsers have it.
 */
export function decodePage(bytes: Buffer, contentType: string): string {
  const label = markedCharset(bytes) ?? charsetIn(contentType) ?? declaredCharset(bytes);
  const decoder = label === null ? null : createDecoder(label);
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function markedCharset(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : null;
}

function charsetIn(text: string): string | null {
  return /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text)?.[1] ?? null;
}

/** In a `meta` element or the declaration of XML. */
function declaredCharset(bytes: Buffer): string | null {
  const head = bytes.subarray(0, declarationBytes).toString("latin1");
  const tag = /<meta\s[^>]{0,500}?charset\s*=[^>]{0,100}/i.exec(head)?.[0];
  return charsetIn(tag ?? "") ?? /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(head)?.[1] ?? null;
}

function createDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
