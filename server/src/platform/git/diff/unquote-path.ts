const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** A path as git writes it in a line of text: as it is, or in quotes with escapes where it holds odd characters. */
export function unquotePath(written: Buffer): string {
  if (written[0] !== 34 || written.at(-1) !== 34 || written.length < 2) return written.toString("utf8");
  const text = written.toString("latin1", 1, written.length - 1);
  const bytes = text.replace(/\\([0-7]{3}|.)/g, (_, escape: string) =>
    String.fromCharCode(escapes[escape] ?? Number.parseInt(escape, 8)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
