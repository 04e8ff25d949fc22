import { cx } from "#web/ui/cx.ts";

const firstPrompts = ["Write a description", "What is this product?"];
const editPrompts = [
  "Make it shorter",
  "Say it in plain words",
  "Turn it into bullet points",
  "Write the description anew",
];

interface ConversationIntroProps {
  hasText: boolean;
  /** There is code to write from. */
  hasCode: boolean;
  onAsk: (text: string) => void;
}

/** Example prompts, shown before the first message. */
export function ConversationIntro({ hasText, hasCode, onAsk }: ConversationIntroProps) {
  return (
    <div className="m-auto w-full max-w-130 py-8">
      <p className="text-lg font-semibold text-balance">
        {hasText ? "What shall the description say?" : "Shall I write a first description?"}
      </p>
      <p className="mt-1 text-base text-ink-3">
        {hasCode
          ? "I write from the code and show the lines each sentence rests on, change the text as you say, and ask you what the code does not tell."
          : "There is no code yet to write from: I ask you what the product is, write it down, and change the text as you say."}{" "}
        Nothing is saved before you press Save.
      </p>
      <ul aria-label="Examples" className="mt-6 grid gap-2 sm:grid-cols-2">
        {(hasText ? editPrompts : hasCode ? firstPrompts : firstPrompts.slice(0, 1)).map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={() => onAsk(prompt)}
              className={cx(
                "min-h-11 w-full rounded-lg border border-line bg-surface-2 px-3 py-2 text-left text-sm text-ink-2",
                "transition-colors duration-[80ms] hover:bg-surface-3 hover:text-ink",
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
