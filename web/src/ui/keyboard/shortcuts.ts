import { useEffect, useRef } from "react";
import { useHotkeys } from "react-hotkeys-hook";

let areSingleKeysOff = false;

/** Turns all single-key shortcuts off or on; combinations with Ctrl or Cmd always work. */
export function setSingleKeysOff(isOff: boolean): void {
  areSingleKeysOff = isOff;
}

/** Inputs that nobody types into: who chose one of several views goes on with the keys of what it shows. */
const choices = "[type=radio], [type=checkbox], [type=button], [type=submit]";
const typingOrOverlay = `input:not(${choices}), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]`;

/** Whether the key belongs to typing or to an open overlay, so that it triggers no shortcut. */
function isTypingOrInOverlay(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(typingOrOverlay) != null;
}

/** A shortcut of one key ("j"), of any of several ("1,2"), or of two in a row ("g>o"). */
export function useSingleKey(keys: string, run: (event: KeyboardEvent) => void): void {
  useHotkeys(keys, run, {
    useKey: true,
    preventDefault: true,
    ignoreModifiers: keys === "?",
    // Else the library ignores all inputs; those for text are left to what says so below.
    enableOnFormTags: ["input", "radio"],
    ignoreEventWhen: (event) => areSingleKeysOff || isTypingOrInOverlay(event),
  });
}

/** How many parts of the open screen have a key for themselves. */
const screenKeys = new Map<string, number>();

/** A shortcut of one key that does something else on every other screen, which rests while this one is open. */
export function useScreenKey(key: string, run: (event: KeyboardEvent) => void): void {
  useSingleKey(key, run);
  useEffect(() => {
    screenKeys.set(key, (screenKeys.get(key) ?? 0) + 1);
    return () => void screenKeys.set(key, (screenKeys.get(key) ?? 1) - 1);
  }, [key]);
}

/** A shortcut of one key on every screen that has no other use of it. */
export function useGlobalKey(key: string, run: (event: KeyboardEvent) => void): void {
  useSingleKey(key, (event) => {
    if ((screenKeys.get(key) ?? 0) === 0) run(event);
  });
}

/**
 * Shortcuts of one key that are known by their character alone, as "+" is, which the other functions read as a sign
 * between keys. `run` returns whether the key was one of them.
 */
export function useCharacterKeys(run: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (areSingleKeysOff || isChord || event.defaultPrevented || isTypingOrInOverlay(event)) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** A shortcut with Ctrl or Cmd ("mod+k"); it also works while typing. */
export function useModKey(keys: string, run: () => void): void {
  useHotkeys(keys, run, { preventDefault: true, enableOnFormTags: true, enableOnContentEditable: true });
}
