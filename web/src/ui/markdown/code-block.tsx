import { useMemo } from "react";
import type { ReactNode } from "react";

import { CopyButton } from "#web/ui/copy-button.tsx";

import { CodeText } from "./code-line.tsx";
import { languageKey } from "./languages.ts";
import { useHighlight } from "./use-highlight.ts";

import "./prose.css";

export interface CodeBlockProps {
  code: string;
  /** As written after the fence; may be anything. */
  language: string | null;
  /** Still being written: it is not highlighted before it is whole. */
  isIncomplete?: boolean;
}

/** A block of code in a text, with its language and a copy button. */
export function CodeBlock({ code, language, isIncomplete = false }: CodeBlockProps) {
  const lines = useMemo(() => code.replace(/\n$/, "").split("\n"), [code]);
  const tokens = useHighlight(lines, isIncomplete ? null : languageKey(language));
  return (
    <div className="code-block">
      <div className="flex h-8 items-center justify-between border-b border-line-subtle pr-0.5 pl-3">
        <span className="text-xs text-ink-3">{language ?? "text"}</span>
        <CopyButton text={code} label="Copy code" size="sm" />
      </div>
      {/* Scrolled sideways by keys as well; a group, because a text may have more of them than anybody wants landmarks. */}
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

/** Code with marks of what changed in it, uncoloured. */
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
