import type { ChatSession } from "@cairn/contract/chat";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useReducer, useState } from "react";

import { hasUnseenText, reduceDescription, startDescription } from "./description-state.ts";
import { clearDescriptionDraft, loadDescriptionDraft, saveDescriptionDraft } from "./draft-store.ts";

const saveDelayMs = 500;
/** In the session storage: the conversation whose text was shown last, with that text. */
const seenTextKey = "seen-description";

interface DescriptionInput {
  /** The saved description, fetched again when it changes. */
  saved: string;
  /** The browser stores unsaved work under this key. */
  draftKey: string;
  /** The open conversation; null while it is loading, or where none is open. */
  session: ChatSession | null;
  sessionId: string | undefined;
}

/** The state of editing the description. */
export function useDescription({ saved, draftKey, session, sessionId }: DescriptionInput) {
  const [state, dispatch] = useReducer(reduceDescription, saved, startDescription);
  const isDirty = state.text.trim() !== state.saved.trim();
  // A text saved by others is shown where nothing was changed here; otherwise saving asks about it.
  const follow = useEffectEvent((text: string) => {
    if (!isDirty && text !== state.saved) dispatch({ type: "saved", text });
  });
  useEffect(() => follow(saved), [saved]);
  const data = typeof session?.data === "string" ? session.data : null;
  useEffect(() => {
    if (data !== null && sessionId !== undefined) dispatch({ type: "received", conversation: sessionId, text: data });
  }, [data, sessionId]);
  const { conversation, serverText, hasAssistantChange } = state;
  useEffect(() => {
    if (hasAssistantChange && conversation !== null && serverText !== null) saveSeenText(conversation, serverText);
  }, [hasAssistantChange, conversation, serverText]);
  const stored = useDraftStorage({ key: draftKey, text: state.text, base: state.saved, isDirty });
  const mustConfirm = () => isDirty;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => mustConfirm() && current.pathname !== next.pathname,
    enableBeforeUnload: mustConfirm,
    withResolver: true,
  });
  return {
    state,
    dispatch,
    isDirty,
    /** Another person saved another text since the work started. */
    hasConflict: isDirty && saved.trim() !== state.saved.trim() && saved.trim() !== state.text.trim(),
    /** The conversation has another text, which was not shown when it was written. */
    hasUnseenText:
      sessionId !== undefined && hasUnseenText(state, sessionId) && !isSeenText(sessionId, state.serverText ?? ""),
    offer: stored.offer,
    isNotStored: stored.isNotStored,
    decide: (isRestored: boolean) => {
      if (isRestored && stored.offer) dispatch({ type: "replaced", text: stored.offer.text });
      stored.decide(isRestored);
    },
    leaving: blocker.status === "blocked" ? { stay: blocker.reset, leave: blocker.proceed } : null,
  };
}

/** Stores unsaved work in the browser while the person types, so that a reload or a crash loses nothing. */
function useDraftStorage({ key, text, base, isDirty }: { key: string; text: string; base: string; isDirty: boolean }) {
  const [offer, setOffer] = useState(() => {
    const draft = loadDescriptionDraft(key, new Date());
    return draft !== null && draft.text.trim() !== base.trim() ? draft : null;
  });
  const [isNotStored, setIsNotStored] = useState(false);
  const store = useEffectEvent((now: string, before: string, isChanged: boolean) => {
    if (offer !== null) return;
    if (isChanged) setIsNotStored(!saveDescriptionDraft(key, { base: before, text: now }, new Date()));
    else {
      clearDescriptionDraft(key);
      setIsNotStored(false);
    }
  });
  useEffect(() => {
    const timer = setTimeout(() => store(text, base, isDirty), saveDelayMs);
    return () => clearTimeout(timer);
  }, [text, base, isDirty]);
  const storeLatest = useEffectEvent(() => store(text, base, isDirty));
  useEffect(() => {
    const storeNow = () => storeLatest();
    window.addEventListener("pagehide", storeNow);
    return () => {
      window.removeEventListener("pagehide", storeNow);
      storeNow();
    };
  }, []);
  return {
    offer,
    isNotStored,
    decide: (isRestored: boolean) => {
      if (!isRestored) clearDescriptionDraft(key);
      setOffer(null);
    },
  };
}

/** Stores that the text of a conversation was shown, so that it is not announced as new again. Only the last one of the tab. */
function saveSeenText(conversation: string, text: string): void {
  try {
    sessionStorage.setItem(seenTextKey, JSON.stringify([conversation, text]));
  } catch {
    // Where the browser blocks its storage, the notice is shown once more.
  }
}

function isSeenText(conversation: string, text: string): boolean {
  try {
    return sessionStorage.getItem(seenTextKey) === JSON.stringify([conversation, text]);
  } catch {
    return false;
  }
}
