/** A file's name without invisible characters: marks that reverse the direction or have no width, and control characters. */
export function visibleName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "");
}
