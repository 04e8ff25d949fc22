import { useSyncExternalStore } from "react";

import { loadProposalCorrections, saveProposalCorrections } from "#web/lib/browser/storage.ts";

import { parseCorrections, serializeCorrections } from "./proposal-corrections.ts";
import type { Corrections } from "./proposal-corrections.ts";

const listeners = new Set<() => void>();
/** Of a browser that blocks storage: what it cannot keep lasts as long as the page. */
const unkept = new Map<string, string | null>();

/**
 * Corrections of proposals that are kept in this browser. Each change is made to what is kept at that moment, so that two
 * windows do not overwrite each other, and is kept also when the screen is left meanwhile.
 */
export function useCorrections(userId: string | undefined, projectId: string) {
  const read = () => (userId === undefined ? null : load(userId, projectId));
  const corrections = parseCorrections(useSyncExternalStore(subscribe, read));
  return {
    corrections,
    changeCorrections: (change: (kept: Corrections) => Corrections) => {
      if (userId === undefined) return;
      const text = serializeCorrections(change(parseCorrections(read())));
      saveProposalCorrections(userId, projectId, text);
      const name = unkeptName(userId, projectId);
      if (loadProposalCorrections(userId, projectId) === text) unkept.delete(name);
      else unkept.set(name, text);
      for (const listener of listeners) listener();
    },
  };
}

function load(userId: string, projectId: string): string | null {
  const name = unkeptName(userId, projectId);
  return unkept.has(name) ? (unkept.get(name) ?? null) : loadProposalCorrections(userId, projectId);
}

function unkeptName(userId: string, projectId: string): string {
  return `${userId} ${projectId}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Of other windows only.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
