import { shortComment } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { commentAbove } from "#server/code-index/analysis/text/extract-comments.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";

/** The comment behind a setting on its line, else the one right above it. */
export function commentBeside(source: SourceText, line: number): string | null {
  const bare = lineText(source, line)
    .slice(0, 1000)
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, (text) => "_".repeat(text.length));
  // An address such as `http://x` is no comment.
  const found = /(?:(?<!:)\/\/|\s#(?![[!]))\s*(?=\S)/.exec(bare);
  const beside =
    found === null
      ? undefined
      : lineText(source, line)
          .slice(found.index + found[0].length, 1000)
          .trimEnd();
  const isForTools = beside !== undefined && /^(?:noqa|type:|pragma|nosec|pylint|nolint|eslint|@ts-)/.test(beside);
  const above = commentAbove(source, line)?.text;
  const text = ((isForTools ? undefined : beside) ?? above)?.replaceAll(/\s+/g, " ").trim();
  return text === undefined ? null : shortComment(text);
}
