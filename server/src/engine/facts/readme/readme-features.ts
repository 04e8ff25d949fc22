import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { tellsWhatIsNot } from "#server/engine/text/what-is-not.ts";

import { chapters, type Readme } from "./find-readme.ts";

/** Words of no use without a sentence around them. */
const praise =
  /^\W*(?:fast|simple|easy|secure|safe|light-?weight|free|modern|reliable|powerful|beautiful|flexible|robust|scalable|performant|tiny|small|extensible|open[- ]source)\W*$/i;

/** "Features we do not have", "Feature requests". */
const lacks = /\b(?:not|missing|without|lacks?|requests?|contribut\w*|propos\w*|adding|new|named?|called)\b|n['’]t\b/i;

/** The features that a README lists, as it words them, and the heading that they stand under; none where it has no such chapter. */
export function readmeFeatures(scope: CodeScope, readme: Readme): { heading: string; items: Statement[] } {
  const chapter = chapters(
    readme,
    /\bfeatures?\b|^\W*(?:highlights|what (?:it does|you get)|why\b.*|at a glance)\W*$/i,
  ).find(({ heading }) => !tellsWhatIsNot(heading.text) && !lacks.test(heading.text));
  const listed = chapter?.blocks.filter((block) => block.kind === "item") ?? [];
  // Nested items mean nothing without their parent.
  const items = listed.filter(({ indent }) => indent === listed[0]?.indent);
  const told = items.slice(0, 8).flatMap((item) => {
    const text = leadingSentences(cleanProse(item.text), 220, 2);
    return text === "" || praise.test(text)
      ? []
      : [
          {
            text: asSentence(text.replace(/^([^`.:]{2,32}?)\s*(?:[-–—]|:)\s+/, "**$1** — ")),
            evidence: [scope.at(readme.path, item.startLine, item.endLine)],
          },
        ];
  });
  return { heading: cleanProse(chapter?.heading.text ?? ""), items: told };
}
