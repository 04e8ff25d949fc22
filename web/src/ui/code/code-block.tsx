import { useMemo } from "react";
import type { ReactNode } from "react";

import { CopyButton } from "#web/ui/action/copy-button.tsx";

import { CodeText } from "./code-line.tsx";
import { languageKey } from "./languages.ts";
import { useHighlight } from "./use-highlight.ts";

import "#web/ui/theme/prose.css";

export interface CodeBlockProps {
  code: string;
  /** As written after the fence; may be anything. */
  language: string | null;
  /** Still streaming in: it is not highlighted before it is complete. */
  isIncomplete?: boolean;
}

/** A code block with its language and a copy button. */
export function CodeBlock({ code, language, isIncomplete = false }: CodeBlockProps) {
  const lines = useMemo(() => code.replace(/\n$/, "").split("\n"), [code]);
  const tokens = useHighlight(lines, isIncomplete ? null : languageKey(language));
  return (
    <div className="code-block">
      <div className="flex h-8 items-center justify-between border-b border-line-subtle pr-0.5 pl-3">
        <span className="text-xs text-ink-3">{language ?? "text"}</span>
        <CopyButton text={code} label="Copy code" size="sm" />
      </div>
      {/* Focusable, so that keys can scroll it sideways. A group and no region, because a text may contain too many for landmarks. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div role="group" tabIndex={0} aria-label={`${language ?? "Text"} code`}>
        <pre>
          <code>
            {lines.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines never move
              <span key={index} className="block min-h-5">
                <CodeText text={line} tokens={tokens[index]} />
                {"\n"}
              </span>
            ))}
          </code>
        </pre>
      </div>
    </div>
  );
}

/** Code of a text comparison, without syntax colours. */
export function ComparedCode({ children }: { children: ReactNode }) {
  return (
    <div className="code-block">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div role="group" tabIndex={0} aria-label="Changed code">
        <pre>{children}</pre>
      </div>
    </div>
  );
}
