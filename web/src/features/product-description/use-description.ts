import type { ChatSession } from "@cairn/contract/chat";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useReducer, useState } from "react";

import { hasUnseenText, reduceDescription, startDescription } from "./description-state.ts";
import { clearDraft, loadDraft, saveDraft } from "./draft-store.ts";

const saveDelayMs = 500;
/** In the session storage: the conversation whose text was shown last, with that text. */
const seenTextKey = "seen-description";

interface DescriptionInput {
  /** What is saved of the product, kept fresh. */
  saved: string;
  /** Where the browser keeps unsaved work. */
  keptKey: string;
  /** The open conversation; null before it is there, or where none is open. */
  session: ChatSession | null;
  sessionId: string | undefined;
}

/** The description as it is written on this screen. */
export function useDescription({ saved, keptKey, session, sessionId }: DescriptionInput) {
  const [state, dispatch] = useReducer(reduceDescription, saved, startDescription);
  const isDirty = state.text.trim() !== state.saved.trim();
  // What others save is shown where nothing was changed here; elsewhere it is asked about when this text is saved.
  const follow = useEffectEvent((text: string) => {
    if (!isDirty && text !== state.saved) dispatch({ type: "saved", text });
  });
  useEffect(() => follow(saved), [saved]);
  const data = typeof session?.data === "string" ? session.data : null;
  useEffect(() => {
    if (data !== null && sessionId !== undefined) dispatch({ type: "arrived", conversation: sessionId, text: data });
  }, [data, sessionId]);
  const { conversation, known, hasArrived } = state;
  useEffect(() => {
    if (hasArrived && conversation !== null && known !== null) saveSeenText(conversation, known);
  }, [hasArrived, conversation, known]);
  const kept = useDraftStorage({ key: keptKey, text: state.text, base: state.saved, isDirty });
  const mustAsk = () => isDirty;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => mustAsk() && current.pathname !== next.pathname,
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  return {
    state,
    dispatch,
    isDirty,
    /** Others saved another text since the work began. */
    isOvertaken: isDirty && saved.trim() !== state.saved.trim() && saved.trim() !== state.text.trim(),
    /** The conversation's text is another one, which came while nobody looked. */
    isWaiting: sessionId !== undefined && hasUnseenText(state, sessionId) && !isSeenText(sessionId, state.known ?? ""),
    offer: kept.offer,
    isNotKept: kept.isNotKept,
    decide: (isRestored: boolean) => {
      if (isRestored && kept.offer) dispatch({ type: "replaced", text: kept.offer.text });
      kept.decide(isRestored);
    },
    leaving: blocker.status === "blocked" ? { stay: blocker.reset, leave: blocker.proceed } : null,
  };
}

/** Keeps unsaved work in the browser while it grows, so that a reload or a crash costs nothing. */
function useDraftStorage({ key, text, base, isDirty }: { key: string; text: string; base: string; isDirty: boolean }) {
  const [offer, setOffer] = useState(() => {
    const kept = loadDraft(key, new Date());
    return kept !== null && kept.text.trim() !== base.trim() ? kept : null;
  });
  const [isNotKept, setIsNotKept] = useState(false);
  const keep = useEffectEvent((now: string, before: string, isChanged: boolean) => {
    if (offer !== null) return;
    if (isChanged) setIsNotKept(!saveDraft(key, { base: before, text: now }, new Date()));
    else {
      clearDraft(key);
      setIsNotKept(false);
    }
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(text, base, isDirty), saveDelayMs);
    return () => clearTimeout(timer);
  }, [text, base, isDirty]);
  const keepLast = useEffectEvent(() => keep(text, base, isDirty));
  useEffect(() => {
    const keepNow = () => keepLast();
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, []);
  return {
    offer,
    isNotKept,
    decide: (isRestored: boolean) => {
      if (!isRestored) clearDraft(key);
      setOffer(null);
    },
  };
}

/** The text of a conversation was shown in the field: coming back to it, nobody is told of it again. Of this tab, the last. */
function saveSeenText(conversation: string, text: string): void {
  try {
    sessionStorage.setItem(seenTextKey, JSON.stringify([conversation, text]));
  } catch {
    // Where the browser keeps nothing, it is told once more.
  }
}

function isSeenText(conversation: string, text: string): boolean {
  try {
    return sessionStorage.getItem(seenTextKey) === JSON.stringify([conversation, text]);
  } catch {
    return false;
  }
}
