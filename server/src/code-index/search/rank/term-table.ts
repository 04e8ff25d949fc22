/** Hash to running number, in typed arrays: a Map of this size would cost ten times the memory. */
export class TermTable {
  private keys = new Uint32Array(1 << 14);
  private values = new Int32Array(1 << 14).fill(-1);
  size = 0;

  /** The term's number, given on first sight. */
  add(hash: number): number {
    if (this.size * 2 >= this.keys.length) this.grow();
    const slot = this.slot(hash);
    const known = this.values[slot] ?? -1;
    if (known >= 0) return known;
    this.keys[slot] = hash;
    this.values[slot] = this.size;
    this.size += 1;
    return this.size - 1;
  }

  /** The term's number; -1 when it was never added. */
  find(hash: number): number {
    return this.values[this.slot(hash)] ?? -1;
  }

  private slot(hash: number): number {
    const mask = this.keys.length - 1;
    let slot = (hash ^ (hash >>> 16)) & mask;
    while ((this.values[slot] ?? -1) >= 0 && this.keys[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Uint32Array(keys.length * 2);
    this.values = new Int32Array(keys.length * 2).fill(-1);
    for (let at = 0; at < keys.length; at += 1) {
      const value = values[at] ?? -1;
      if (value < 0) continue;
      const slot = this.slot(keys[at] ?? 0);
      this.keys[slot] = keys[at] ?? 0;
      this.values[slot] = value;
    }
  }
}
