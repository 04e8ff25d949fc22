import { useEffect, useEffectEvent, useRef, useState } from "react";

import { isSamePage } from "./editor-page.ts";
import type { EditorPage } from "./editor-page.ts";
import { clearUnsavedPage, packPage, loadUnsavedPage, unpackPage, saveUnsavedPage } from "./unsaved-page-store.ts";
import type { UnsavedPage } from "./unsaved-page-store.ts";

const writeDelayMs = 500;

interface UnsavedInput {
  key: string;
  page: EditorPage;
  /** The page as it was loaded. */
  base: EditorPage;
  revision: number | null;
}

export interface UnsavedWork {
  /** Earlier unpublished work in this browser; null where there is none, or the person has decided about it. */
  offer: UnsavedPage | null;
  /** The browser stores nothing, so that only the open page holds the work. */
  isNotStored: boolean;
  /** The offer was restored or discarded; new work is stored from now on. */
  decide: (isRestored: boolean) => void;
  /** The work was published or discarded: removes it, and stores nothing from now on. */
  discard: () => void;
}

const localStore = () => localStorage;

/** Stores unpublished work in the browser while the person types, so that a reload or a crash loses nothing. */
export function useUnsavedPage({ key, page, base, revision }: UnsavedInput): UnsavedWork {
  const [offer, setOffer] = useState(() => loadOffer(key, base, revision));
  const [isNotStored, setIsNotStored] = useState(false);
  const isDiscarded = useRef(false);

  const store = useEffectEvent((now: EditorPage, before: EditorPage, since: number | null) => {
    if (isDiscarded.current || offer !== null) return;
    if (isSamePage(now, before)) {
      clearUnsavedPage(localStore, key);
      setIsNotStored(false);
    } else setIsNotStored(!saveUnsavedPage(localStore, key, packPage(now, before, since, new Date())));
  });
  const storeLatest = useEffectEvent(() => store(page, base, revision));

  useEffect(() => {
    const timer = setTimeout(() => store(page, base, revision), writeDelayMs);
    return () => clearTimeout(timer);
  }, [page, base, revision]);

  useEffect(() => {
    const storeNow = () => storeLatest();
    window.addEventListener("pagehide", storeNow);
    document.addEventListener("visibilitychange", storeNow);
    return () => {
      window.removeEventListener("pagehide", storeNow);
      document.removeEventListener("visibilitychange", storeNow);
      storeNow();
    };
  }, []);

  return {
    offer,
    isNotStored,
    decide: (isRestored) => {
      if (!isRestored) clearUnsavedPage(localStore, key);
      setOffer(null);
    },
    discard: () => {
      isDiscarded.current = true;
      clearUnsavedPage(localStore, key);
    },
  };
}

/** Null also for work that would change nothing. */
function loadOffer(key: string, base: EditorPage, revision: number | null): UnsavedPage | null {
  const offer = loadUnsavedPage(localStore, key, new Date());
  if (offer === null || offer.revision !== revision) return offer;
  return isSamePage(unpackPage(offer, base), base) ? null : offer;
}
