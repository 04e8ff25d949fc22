import type { PullRequestRow } from "#server/domain/implementations/store/implementations.store.ts";

/** What an implementation waits for while a pull request brings it in. */
export function sayPull({ number }: Pick<PullRequestRow, "number">): string {
  return number === null
    ? "A pull request for it is being opened on GitHub"
    : `Waiting for pull request #${number} on GitHub`;
}
