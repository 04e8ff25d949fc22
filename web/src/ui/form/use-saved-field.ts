import { useState } from "react";

interface SavedFieldOptions {
  /** What the server has. */
  saved: string;
  /** Why a text cannot be saved; undefined where it can. */
  check: (text: string) => string | undefined;
  /** Answers what the server has afterwards. */
  save: (text: string) => Promise<string>;
}

interface TypedText {
  text: string;
  /** What the server had when somebody began to type, or has chosen to write over. */
  over: string;
}

/**
 * A text that is saved when its field is left. While somebody types, and until what was typed is saved, it is not
 * replaced by what others write; after a failure it stays in the field. What others wrote meanwhile is not replaced
 * either, until whoever types says so.
 */
export function useSavedField({ saved, check, save }: SavedFieldOptions) {
  const [typed, setTyped] = useState<TypedText | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const text = typed?.text ?? saved;
  const problem = typed === null ? undefined : check(typed.text);
  const isContested = typed !== null && !isSaving && typed.over !== saved && typed.text !== saved;
  const write = async (written: string) => {
    setIsSaving(true);
    try {
      const over = await save(written);
      // Kept where somebody went on typing meanwhile.
      setTyped((now) => (now === null || now.text === written ? null : { ...now, over }));
      setIsSaved(true);
    } catch {
      // A toast says why; the text stays to be tried again.
    }
    setIsSaving(false);
  };
  return {
    text,
    problem,
    isSaved: isSaved && typed === null,
    /** Somebody else changed it since the typing began, so it is saved no more by itself. */
    isContested,
    onType: (next: string) => {
      setTyped({ text: next, over: typed?.over ?? saved });
      setIsSaved(false);
    },
    onLeave: () => {
      if (typed === null || problem !== undefined || isContested) return;
      if (typed.text === saved) setTyped(null);
      else void write(typed.text);
    },
    /** Saves what was typed over what others wrote. */
    onInsist: () => {
      if (typed !== null && problem === undefined) void write(typed.text);
    },
    /** Forgets what was typed. */
    onUndo: () => setTyped(null),
  };
}
