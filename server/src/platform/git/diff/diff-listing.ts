/** How much is listed. */
interface ListingLimits {
  maxLinesPerFile: number;
  maxLines: number;
  maxBytes: number;
}

/** What of a file is cut. */
interface CutFile {
  isTruncated: boolean;
  hunks: { lines: unknown[] }[];
}

/** A file with the lines that are listed of it. */
interface ListedFile {
  file: CutFile;
  /** It is cut before others are. */
  isLesser: boolean;
  /** Lengths of its lines in bytes. */
  lengths: number[];
  bytes: number;
}

type Unit = "lines" | "bytes";

/** Of all room, what is made at once, so that it is not made line by line. */
const madeShare = 0.1;

const sizeOf = ({ lengths, bytes }: ListedFile, unit: Unit) => (unit === "lines" ? lengths.length : bytes);

/** Files that have lines listed, with how much they have together: files without any are not gone through again and again. */
class HeldFiles {
  readonly files = new Set<ListedFile>();
  lines = 0;
  bytes = 0;

  add(file: ListedFile, bytes: number): void {
    file.lengths.push(bytes);
    file.bytes += bytes;
    this.files.add(file);
    this.lines += 1;
    this.bytes += bytes;
  }

  /** Takes away the last line; false where there is none. */
  removeLast(file: ListedFile): boolean {
    const length = file.lengths.pop();
    if (length === undefined) return false;
    file.bytes -= length;
    this.lines -= 1;
    this.bytes -= length;
    if (file.lengths.length === 0) this.files.delete(file);
    return true;
  }
}

/**
 * Shares the lines that may be listed among the files of a diff, whatever order they come in: small files are listed whole, and large
 * ones as far as there is room beside them.
 */
export class DiffListing {
  readonly #limits: ListingLimits;
  readonly #lesser = new HeldFiles();
  readonly #others = new HeldFiles();
  #last: ListedFile | null = null;

  constructor(limits: ListingLimits) {
    this.#limits = limits;
  }

  /** Goes on with the next file. */
  open(file: CutFile, isLesser: boolean): void {
    this.#last = { file, isLesser, lengths: [], bytes: 0 };
  }

  /** Whether another line of the last file, so many bytes long, is listed; for it larger files may lose their last lines. */
  take(bytes: number): boolean {
    const last = this.#last;
    if (last === null || last.lengths.length >= this.#limits.maxLinesPerFile) return false;
    if (!this.#hasRoom("lines", 1)) this.#make(last, "lines");
    if (!this.#hasRoom("bytes", bytes)) this.#make(last, "bytes");
    if (!this.#hasRoom("lines", 1) || !this.#hasRoom("bytes", bytes) || last.file.isTruncated) return false;
    this.#heldWith(last).add(last, bytes);
    return true;
  }

  #hasRoom(unit: Unit, wanted: number): boolean {
    const limit = unit === "lines" ? this.#limits.maxLines : this.#limits.maxBytes;
    return this.#lesser[unit] + this.#others[unit] + wanted <= limit;
  }

  #heldWith({ isLesser }: ListedFile): HeldFiles {
    return isLesser ? this.#lesser : this.#others;
  }

  #make(last: ListedFile, unit: Unit): void {
    const wanted = (unit === "lines" ? this.#limits.maxLines : this.#limits.maxBytes) * madeShare;
    const isOfLesser = last.isLesser || this.#lesser[unit] >= wanted;
    const cut = isOfLesser ? [...this.#lesser.files] : [...this.#lesser.files, ...this.#others.files];
    const total = this.#lesser[unit] + (isOfLesser ? 0 : this.#others[unit]);
    const sizes = cut.map((one) => sizeOf(one, unit)).toSorted((one, other) => one - other);
    // The largest itself gives way to no other.
    if (last.isLesser === isOfLesser && sizeOf(last, unit) >= (sizes.at(-1) ?? 0)) return;
    const level = findLevel(sizes, total - wanted);
    for (const one of cut) this.#cut(one, level, unit);
  }

  #cut(one: ListedFile, level: number, unit: Unit): void {
    const { file } = one;
    while (sizeOf(one, unit) > level && this.#heldWith(one).removeLast(one)) {
      file.isTruncated = true;
      const hunk = file.hunks.at(-1);
      hunk?.lines.pop();
      if (hunk?.lines.length === 0) file.hunks.pop();
    }
  }
}

/** To what sizes are cut, the smallest of them first, for all together to come to no more than a total. */
function findLevel(sizes: readonly number[], total: number): number {
  let left = Math.max(0, total);
  for (const [at, size] of sizes.entries()) {
    const others = sizes.length - at;
    if (size * others >= left) return Math.floor(left / others);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
