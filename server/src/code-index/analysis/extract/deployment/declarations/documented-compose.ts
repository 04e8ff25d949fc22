import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";

import { readComposeText } from "./compose.ts";

const block = /^([ \t]{0,8})```ya?ml[^\n]*\n((?:[ \t]*version:[^\n]*\n\s*)?[ \t]*services:[^]{0,20000}?)^[ \t]*```/gm;
const maxBlocks = 10;

/** Compose files that documentation tells people to write; they count where the repository has none of its own. */
export const documentedCompose: DeclarationReader = {
  language: "markdown",
  pattern: /^[ \t]{0,8}```ya?ml[^\n]*\n(?:[ \t]*version:[^\n]*\n\s*)?[ \t]*services:/m,
  read(source) {
    const units = [...source.text.matchAll(block)].slice(0, maxBlocks).flatMap((match) => {
      const written = match[2] ?? "";
      const before = lineAt(source, match.index + match[0].indexOf(written)) - 1;
      // A block within a list is indented.
      const text = written.replaceAll(new RegExp(`^[ \\t]{0,${(match[1] ?? "").length}}`, "gm"), "");
      return readComposeText(text, "documented").units.map((unit) => ({
        ...unit,
        startLine: unit.startLine + before,
        endLine: unit.endLine + before,
        settings: unit.settings.map((one) => ({ ...one, line: one.line + before })),
        needs: unit.needs.map((one) => ({ ...one, line: one.line + before })),
      }));
    });
    return { units };
  },
  examples: [
    {
      path: "docs/install.md",
      text: "# Install\n\n```yml title=compose\nservices:\n  boats:\n    image: example/boats\n    environment:\n      - HOST=db\n  db:\n    image: postgres\n```\n",
      units: ["boats image=example/boats HOST=db", "db image=postgres"],
    },
  ],
};
