/** Whether a slug is free, once that is known. */
export function SlugState({ isTaken }: { isTaken: boolean | undefined }) {
  if (isTaken === undefined) return null;
  return isTaken ? (
    <span className="whitespace-nowrap text-danger-text"> · already taken</span>
  ) : (
    <span className="whitespace-nowrap text-success-text"> · free</span>
  );
}
