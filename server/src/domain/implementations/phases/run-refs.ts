/**
 * Where the commits of an implementation are kept: beside the branches, neither fetched over nor served to anybody, in the
 * same repository.
 */
export function runRef(
  implementationId: string,
  name:
    | "base"
    | "head"
    | "work"
    | "former"
    | "documents"
    | "queued"
    | `commented/${string}`
    | `seen/${string}`
    | `written/${string}`,
): string {
  return `refs/cairn/implementations/${implementationId}/${name}`;
}
