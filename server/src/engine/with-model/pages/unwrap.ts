const refusal =
  /^(?:i(?:'|’)?m (?:very |so )?sorry|i (?:am|must) (?:sorry|unable|decline)|sorry\b|i (?:can(?:not|'t|’t)|won(?:'t|’t)|am not able)|unfortunately,? i\b|as an? (?:ai|language model|assistant)\b)/i;
const preamble =
  /^(?:sure|certainly|of course|okay|ok|absolutely|here(?:'s|’s| is| are)|below (?:is|are)|the following is|this is the)\b(?:(?!\[\d)[^\n]){0,160}[:.!]\s*(?:\n|$)/i;

/** The text itself, without a fence around all of it and without words before it; or what shape it has instead. */
export function unwrap(raw: string): { ok: true; text: string } | { ok: false; problem: string } {
  const text = raw.replaceAll("\r\n", "\n").replaceAll("\u0000", "").trim();
  if (text === "") return { ok: false, problem: "The answer was empty." };
  const spoken = text.replace(preamble, "").trim();
  if (spoken === "") return { ok: false, problem: "The answer held nothing but a preamble." };
  const fenced = /^(`{3,}|~{3,})([\w+-]*)[^\n]*\n([\s\S]*?)\n?\1\s*$/.exec(spoken);
  const inner = fenced && !fenced[3]?.includes(fenced[1] ?? "```") ? (fenced[3] ?? "") : null;
  if (inner !== null && !/^(?:markdown|md|text|plain|txt|)$/i.test(fenced?.[2] ?? "")) {
    return { ok: false, problem: `The answer was one block of ${fenced?.[2]}, not text.` };
  }
  const plain = (inner ?? spoken).trim();
  if (plain === "") return { ok: false, problem: "The answer was empty." };
  if (isJson(plain)) return { ok: false, problem: "The answer was JSON, not text." };
  if (refusal.test(plain) && plain.length < 600 && !/\[\d/.test(plain))
    return { ok: false, problem: "The answer was a refusal." };
  return { ok: true, text: plain };
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return /^\{\s*"[^"]+"\s*:|^\[\s*\{/.test(text);
  }
}
