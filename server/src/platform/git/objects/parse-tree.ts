/** One line of a tree object. */
export interface RawTreeEntry {
  /** Six digits, as git shows them. */
  mode: string;
  /** Decoded as UTF-8; bytes that are none become U+FFFD. */
  name: string;
  oid: string;
}

const space = 0x20;

/** Reads a tree object: "<mode> <name>NUL<id>" again and again. Throws when the bytes are none. */
export function parseTree(bytes: Buffer, idBytes: number): RawTreeEntry[] {
  const entries: RawTreeEntry[] = [];
  for (let start = 0; start < bytes.length;) {
    const nameStart = bytes.indexOf(space, start) + 1;
    const nameEnd = bytes.indexOf(0, nameStart);
    const end = nameEnd + 1 + idBytes;
    if (nameStart === 0 || nameEnd === -1 || end > bytes.length) throw new Error("A tree object is damaged.");
    entries.push({
      mode: shownMode(Number.parseInt(bytes.toString("latin1", start, nameStart - 1), 8)),
      name: bytes.toString("utf8", nameStart, nameEnd),
      oid: bytes.toString("hex", nameEnd + 1, end),
    });
    start = end;
  }
  return entries;
}

/** Old trees hold further permission bits; like git, only "executable" is kept of them. */
function shownMode(mode: number): string {
  switch (mode & 0o170000) {
    case 0o100000:
      return mode & 0o100 ? "100755" : "100644";
    case 0o120000:
      return "120000";
    case 0o040000:
      return "040000";
    default:
      return "160000";
  }
}
