import { validation } from "@cairn/contract/texts";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { useId, useState } from "react";
import type { FormEvent, KeyboardEvent } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";

const minLength = 20;
const maxLength = 20_000;

/** Prompts that work for every product. */
const examplePrompts: readonly string[] = [
  "Write an overview of the system",
  "Write a runbook for operating it",
  "Write an onboarding guide for newcomers",
];

/** Starts a draft from a prompt; Enter submits it. */
export function PromptCard({ onStart }: { onStart: (prompt: string) => void }) {
  const headingId = useId();
  const [prompt, setPrompt] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const length = prompt.trim().length;
  const problem =
    length < minLength ? validation.promptTooShort : length > maxLength ? "Prompt is too long" : undefined;
  const start = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (problem === undefined) onStart(prompt.trim());
  };
  // Enter that ends a composition (for example in Japanese) belongs to the input method.
  const startOnEnter = (event: KeyboardEvent) => {
    const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !hasModifier && !event.nativeEvent.isComposing) start(event);
  };
  return (
    <Card className="p-4 md:p-5">
      <form noValidate aria-labelledby={headingId} onSubmit={start} className="flex flex-col gap-3">
        <div>
          <h2 id={headingId} className="flex items-center gap-2 text-base font-semibold">
            <SparkleIcon aria-hidden className="size-4 text-ai-text" />
            Generate with AI
          </h2>
          <p className="mt-1 text-sm text-ink-3">
            Say what the page shall tell. It is written from the code beside a conversation, with the lines it rests on.
          </p>
        </div>
        <TextArea
          label="What the page is about"
          isLabelHidden
          placeholder="Write a page about how delays are computed…"
          rows={3}
          value={prompt}
          onValueChange={setPrompt}
          onKeyDownCapture={startOnEnter}
          error={isSubmitted ? problem : undefined}
          className="max-h-60"
        />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <ul aria-label="Examples" className="flex flex-wrap gap-1.5">
            {examplePrompts.map((example) => (
              <li key={example}>
                <Button size="sm" variant="ghost" onClick={() => setPrompt(example)}>
                  {example}
                </Button>
              </li>
            ))}
          </ul>
          <Button type="submit" variant="primary" className="ml-auto">
            Generate
          </Button>
        </div>
      </form>
    </Card>
  );
}
