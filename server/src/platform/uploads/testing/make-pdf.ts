import { constants, deflateRawSync, deflateSync } from "node:zlib";

/** What a PDF of a test has beside its pages. */
export interface PdfExtras {
  /** More entries of the catalog, such as an action on opening. */
  catalog?: string;
  /** More entries of the trailer, such as how it is encrypted. */
  trailer?: string;
  /** Put before everything else. */
  before?: string;
  /** Content of every page, deflated already, instead of its text. */
  deflated?: Buffer;
}

/** A real PDF with a page for each text; a line a line. */
export function makePdf(texts: readonly string[], extras: PdfExtras = {}): Buffer {
  const objects: (string | Buffer)[] = [];
  const add = (object: string | Buffer): number => objects.push(object);
  add(`<< /Type /Catalog /Pages 2 0 R ${extras.catalog ?? ""} >>`);
  const kids = texts.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const text of texts) {
    const at = objects.length + 1;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${at + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const content = extras.deflated ?? deflateSync(showText(text));
    const head = `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`;
    add(Buffer.concat([Buffer.from(head), content, Buffer.from("\nendstream")]));
  }
  return assemble(objects, extras);
}

function showText(text: string): string {
  const lines = text.split("\n").map((line) => `(${line.replaceAll(/[()\\]/g, "\\$&")}) Tj T*`);
  return `BT /F1 12 Tf 14 TL 50 780 Td ${lines.join(" ")} ET`;
}

function assemble(objects: readonly (string | Buffer)[], { trailer = "", before = "" }: PdfExtras): Buffer {
  const parts: Buffer[] = [Buffer.from(`${before}%PDF-1.7\n`, "latin1")];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  const places = objects.map((object, at) => {
    const position = length;
    push(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]));
    return position;
  });
  const size = objects.length + 1;
  const rows = places.map((position) => `${String(position).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  push(Buffer.from(`${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** Some kilobytes that unpack to this many times 16 MB of one piece of text, after `before`. */
export function makeDeflateBomb(times: number, piece = " ", before = ""): Buffer {
  const finishFlush = constants.Z_FULL_FLUSH;
  const block = deflateRawSync(Buffer.alloc(16 * 1024 ** 2, piece), { finishFlush });
  const blocks = Array.from({ length: times }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), deflateRawSync(before, { finishFlush }), ...blocks]);
}
