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
const sum = (files: readonly ListedFile[], unit: Unit) => files.reduce((total, file) => total + sizeOf(file, unit), 0);

/**
 * Shares the lines that may be listed among the files of a diff, whatever order they come in: small files are listed whole, and large
 * ones as far as there is room beside them.
 */
export class DiffListing {
  readonly #limits: ListingLimits;
  readonly #files: ListedFile[] = [];
  #lines = 0;
  #bytes = 0;

  constructor(limits: ListingLimits) {
    this.#limits = limits;
  }

  /** Goes on with the next file. */
  open(file: CutFile, isLesser: boolean): void {
    this.#files.push({ file, isLesser, lengths: [], bytes: 0 });
  }

  /** Whether another line of the last file, so many bytes long, is listed; for it larger files may lose their last lines. */
  take(bytes: number): boolean {
    const last = this.#files.at(-1);
    if (last === undefined || last.lengths.length >= this.#limits.maxLinesPerFile) return false;
    if (this.#lines >= this.#limits.maxLines) this.#make(last, "lines");
    if (this.#bytes + bytes > this.#limits.maxBytes) this.#make(last, "bytes");
    const isFull = this.#lines >= this.#limits.maxLines || this.#bytes + bytes > this.#limits.maxBytes;
    if (isFull || last.file.isTruncated) return false;
    last.lengths.push(bytes);
    last.bytes += bytes;
    this.#lines += 1;
    this.#bytes += bytes;
    return true;
  }

  #make(last: ListedFile, unit: Unit): void {
    const wanted = (unit === "lines" ? this.#limits.maxLines : this.#limits.maxBytes) * madeShare;
    const lesser = this.#files.filter(({ isLesser }) => isLesser);
    const cut = last.isLesser || sum(lesser, unit) >= wanted ? lesser : this.#files;
    const sizes = cut.map((one) => sizeOf(one, unit)).toSorted((one, other) => one - other);
    // The largest itself gives way to no other.
    if (cut.includes(last) && sizeOf(last, unit) >= (sizes.at(-1) ?? 0)) return;
    const level = findLevel(sizes, sum(cut, unit) - wanted);
    for (const one of cut) this.#cut(one, level, unit);
  }

  #cut(one: ListedFile, level: number, unit: Unit): void {
    const { file } = one;
    while (sizeOf(one, unit) > level) {
      const length = one.lengths.pop();
      if (length === undefined) return;
      one.bytes -= length;
      this.#lines -= 1;
      this.#bytes -= length;
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
