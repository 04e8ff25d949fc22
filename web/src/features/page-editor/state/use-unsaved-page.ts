import { useEffect, useEffectEvent, useRef, useState } from "react";

import { clearDraft, packPage, loadDraft, unpackPage, saveDraft } from "./draft-store.ts";
import type { UnsavedPage } from "./draft-store.ts";
import { isSamePage } from "./editor-page.ts";
import type { EditorPage } from "./editor-page.ts";

const writeDelayMs = 500;

interface UnsavedInput {
  key: string;
  page: EditorPage;
  /** The page as it was loaded. */
  base: EditorPage;
  revision: number | null;
}

export interface UnsavedWork {
  /** What this browser kept of earlier work that was never published; null where there is none, or it was decided. */
  offer: UnsavedPage | null;
  /** The browser keeps nothing, or no more: only the open page holds the work. */
  isNotKept: boolean;
  /** The offer was taken or refused; work from now on is kept in its place. */
  decide: (isRestored: boolean) => void;
  /** It was published or thrown away: nothing is kept from now on. */
  settle: () => void;
}

const localStore = () => localStorage;

/** Keeps unpublished work in the browser while it grows, so that a reload or a crash costs nothing. */
export function useUnsavedPage({ key, page, base, revision }: UnsavedInput): UnsavedWork {
  const [offer, setOffer] = useState(() => loadOffer(key, base, revision));
  const [isNotKept, setIsNotKept] = useState(false);
  const isSettled = useRef(false);

  const keep = useEffectEvent((now: EditorPage, before: EditorPage, since: number | null) => {
    if (isSettled.current || offer !== null) return;
    if (isSamePage(now, before)) {
      clearDraft(localStore, key);
      setIsNotKept(false);
    } else setIsNotKept(!saveDraft(localStore, key, packPage(now, before, since, new Date())));
  });
  const keepLast = useEffectEvent(() => keep(page, base, revision));

  useEffect(() => {
    const timer = setTimeout(() => keep(page, base, revision), writeDelayMs);
    return () => clearTimeout(timer);
  }, [page, base, revision]);

  useEffect(() => {
    const keepNow = () => keepLast();
    window.addEventListener("pagehide", keepNow);
    document.addEventListener("visibilitychange", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      document.removeEventListener("visibilitychange", keepNow);
      keepNow();
    };
  }, []);

  return {
    offer,
    isNotKept,
    decide: (isRestored) => {
      if (!isRestored) clearDraft(localStore, key);
      setOffer(null);
    },
    settle: () => {
      isSettled.current = true;
      clearDraft(localStore, key);
    },
  };
}

/** Work that would change nothing any more is no offer. */
function loadOffer(key: string, base: EditorPage, revision: number | null): UnsavedPage | null {
  const offer = loadDraft(localStore, key, new Date());
  if (offer === null || offer.revision !== revision) return offer;
  return isSamePage(unpackPage(offer, base), base) ? null : offer;
}
