import { replaceCitations } from "./citations.ts";

/** Collects the citations of a whole page and numbers each source once. */
export class Footnotes {
  readonly #numbers = new Map<string, number>();

  /** Replaces the `[n]` of a text by footnote marks; `locations` are the sources 1, 2 and so on of this text. */
  mark(text: string, locations: readonly string[]): string {
    return replaceCitations(text, (number) => {
      const location = locations[number - 1];
      return location === undefined ? null : `[^${this.#numberOf(location)}]`;
    });
  }

  /** The footnotes for the end of the page; empty when nothing was cited. */
  notes(): string {
    return [...this.#numbers].map(([location, number]) => `[^${number}]: \`${location}\``).join("\n");
  }

  #numberOf(location: string): number {
    const number = this.#numbers.get(location) ?? this.#numbers.size + 1;
    this.#numbers.set(location, number);
    return number;
  }
}
