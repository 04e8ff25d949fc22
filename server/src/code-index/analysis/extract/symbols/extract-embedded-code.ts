import { readNotebook } from "#server/code-index/analysis/text/read-notebook.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

const componentLanguages = new Set(["vue", "svelte", "astro"]);

/**
 * The code of a file that is written in another language than the file itself, everything around it blanked so that
 * lines stay where they are: the script of a single-file component as TypeScript, the cells of a notebook. Null for
 * other languages and where there is no such code.
 */
export function extractEmbeddedCode(source: SourceText): SourceText | null {
  if (source.language === "jupyter") return readNotebook(source)?.code ?? null;
  if (source.language === null || !componentLanguages.has(source.language)) return null;
  const pattern = source.language === "astro" ? /^---\n([^]*?)^---$/gm : /<script\b[^>]*>([^]*?)(?:<\/script>|$)/g;
  let script = "";
  let at = 0;
  for (const match of source.text.matchAll(pattern)) {
    const start = match.index + match[0].indexOf(match[1] ?? "", match[0].indexOf(">") + 1);
    const end = start + (match[1] ?? "").length;
    script += blanked(source.text.slice(at, start)) + source.text.slice(start, end);
    at = end;
  }
  if (script.trim() === "") return null;
  return readSourceText(script + blanked(source.text.slice(at)), "typescript");
}

function blanked(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
