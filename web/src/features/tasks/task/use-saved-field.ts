import { useState } from "react";

interface SavedFieldOptions {
  /** What the server has. */
  saved: string;
  /** Why a text cannot be saved; undefined where it can. */
  check: (text: string) => string | undefined;
  save: (text: string) => Promise<unknown>;
}

/**
 * A text that is saved when its field is left. While somebody types, and until what was typed is saved, it is not
 * replaced by what others write; after a failure it stays in the field.
 */
export function useSavedField({ saved, check, save }: SavedFieldOptions) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const text = typed ?? saved;
  const problem = typed === null ? undefined : check(text);
  const finish = async () => {
    if (typed === null || problem !== undefined) return;
    if (typed === saved) return setTyped(null);
    try {
      await save(typed);
    } catch {
      // A toast says why; the text stays to be tried again.
      return;
    }
    // Kept where somebody went on typing meanwhile.
    setTyped((now) => (now === typed ? null : now));
    setIsSaved(true);
  };
  return {
    text,
    problem,
    isSaved: isSaved && typed === null,
    onType: (next: string) => {
      setTyped(next);
      setIsSaved(false);
    },
    onLeave: () => void finish(),
    /** Forgets what was typed. */
    onUndo: () => setTyped(null),
  };
}
