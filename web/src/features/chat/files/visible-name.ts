/** A file's name without what no eye sees: marks that turn it round, of no width, and controls. */
export function visibleName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "");
}
