/** Longer arguments hold a function, and the name behind it is none. */
const maxArguments = 2000;

/** The last plain name among the arguments between two offsets; null for inline functions. */
export function handlerIn(text: string, { from, end }: { from: number; end: number }): string | null {
  if (end - from > maxArguments) return null;
  const given = text
    .slice(from, end)
    .replaceAll(/(?<![:"'`])\/\/[^\n]*/g, "")
    .trimEnd()
    .replace(/,$/, "");
  if (/=>|\bfunction\b|\bfunc\s*\(/.test(given)) return null;
  const last = (given.split(",").at(-1) ?? "").trim().replace(/[\s)}\]]{1,20}$/, "");
  return /^[A-Za-z_$&][\w$.:]*$/.test(last) ? last.replace(/^&/, "") : null;
}
