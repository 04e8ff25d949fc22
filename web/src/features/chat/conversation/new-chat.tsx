import type { Lens } from "@cairn/contract/chat";
import { useState } from "react";

import { useUser } from "#web/features/users/users.api.ts";
import { greetingAt } from "#web/lib/text/dates.ts";
import { cx } from "#web/ui/cx.ts";

/** Questions that can be answered for every product from its code, with or without a model. */
const prompts = [
  "What are the main parts of this product?",
  "Which endpoints are there?",
  "Which tables are there?",
  "Which settings does it read, and what are their defaults?",
  "How do I run the tests?",
  "How do I start it?",
  "What changed most recently?",
];

const promptCount = 4;

const lensHints: Record<Lens, string> = {
  technical: "Technical cites code: every statement shows the lines it rests on.",
  "non-technical": "Non Technical explains in product terms, without code.",
};

/** The content of a chat before its first question. */
export function NewChat({ lens, onAsk }: { lens: Lens; onAsk: (question: string) => void }) {
  const user = useUser();
  const [prompts] = useState(() => examplePrompts(promptCount));
  return (
    <div className="m-auto w-full max-w-160 py-8">
      <p className="text-2xl font-semibold text-balance">
        {greetingAt()}
        {user?.firstName && `, ${user.firstName}`}
      </p>
      <p className="mt-1 text-base text-ink-3">{lensHints[lens]}</p>
      <ul aria-label="Example questions" className="mt-6 grid gap-2 sm:grid-cols-2">
        {prompts.map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={() => onAsk(prompt)}
              className={cx(
                "min-h-16 w-full rounded-lg border border-line bg-surface-2 px-3 py-2.5 text-left text-sm wrap-anywhere",
                "text-ink-2 transition-colors duration-[80ms] hover:bg-surface-3 hover:text-ink",
              )}
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Some of the prompts, chosen and ordered at random. */
function examplePrompts(count: number, random: () => number = Math.random): string[] {
  const rest = [...prompts];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}
