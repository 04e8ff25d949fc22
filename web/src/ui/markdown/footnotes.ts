import { replaceCitations } from "./citations.ts";

/** Collects what citations refer to and numbers it once for a whole page. */
export class Footnotes {
  readonly #numbers = new Map<string, number>();

  /** The text with its `[n]` as footnote marks; `locations` are what 1, 2 and so on stand for in this text. */
  mark(text: string, locations: readonly string[]): string {
    return replaceCitations(text, (number) => {
      const location = locations[number - 1];
      return location === undefined ? null : `[^${this.#numberOf(location)}]`;
    });
  }

  /** The notes themselves, to stand at the end; empty when nothing was cited. */
  notes(): string {
    return [...this.#numbers].map(([location, number]) => `[^${number}]: \`${location}\``).join("\n");
  }

  #numberOf(location: string): number {
    const number = this.#numbers.get(location) ?? this.#numbers.size + 1;
    this.#numbers.set(location, number);
    return number;
  }
}
