/**
 * Whether what is given matches what is wanted as a whole, where a wildcard stands for any number of them. On a mismatch the last
 * wildcard takes one more, and no earlier one has to: it takes time in proportion to the product of both lengths at most, where a
 * regular expression can take for ever.
 */
export function matchWildcards(
  given: ArrayLike<string>,
  wanted: ArrayLike<string>,
  { wildcard, isOne }: { wildcard: string; isOne: (given: string | undefined, wanted: string) => boolean },
): boolean {
  let [at, place] = [0, 0];
  let last: { place: number; at: number } | null = null;
  while (at < given.length) {
    const one = wanted[place];
    if (one === wildcard) {
      last = { place, at };
      place += 1;
    } else if (one !== undefined && isOne(given[at], one)) {
      at += 1;
      place += 1;
    } else if (last === null) return false;
    else {
      last.at += 1;
      at = last.at;
      place = last.place + 1;
    }
  }
  while (wanted[place] === wildcard) place += 1;
  return place === wanted.length;
}
