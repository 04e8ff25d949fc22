/** A growing list of unboxed numbers. */
export class GrowingNumbers<A extends Uint32Array | Float32Array | Uint16Array> {
  private items: A;
  length = 0;
  private readonly make: (capacity: number) => A;

  constructor(make: (capacity: number) => A, capacity = 1 << 14) {
    this.make = make;
    this.items = make(capacity);
  }

  push(value: number): void {
    if (this.length === this.items.length) {
      const larger = this.make(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length] = value;
    this.length += 1;
  }

  finish(): A {
    return this.items.subarray(0, this.length) as A;
  }
}
