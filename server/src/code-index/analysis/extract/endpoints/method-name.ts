/** HTTP method as facts name it: upper case, "ANY" for calls that answer all of them. */
export function methodName(word: string): string {
  const upper = word.toUpperCase();
  if (upper === "ALL" || upper === "ANY" || upper === "MATCH" || upper === "") return "ANY";
  return upper === "DEL" ? "DELETE" : upper;
}
