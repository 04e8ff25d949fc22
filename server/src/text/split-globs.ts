/** Globs divided by commas; a comma within braces divides choices of one glob. */
export function splitGlobs(written: string): string[] {
  const globs = [""];
  let depth = 0;
  for (const letter of written) {
    if (letter === "{") depth += 1;
    if (letter === "}") depth = Math.max(0, depth - 1);
    if (letter === "," && depth === 0) globs.push("");
    else globs[globs.length - 1] += letter;
  }
  return globs.map((glob) => glob.trim()).filter((glob) => glob !== "" && glob !== "!");
}
