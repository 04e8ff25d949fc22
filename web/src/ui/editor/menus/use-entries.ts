import { useEffect, useState } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";

import { loadEmojiEntries, loadMentionEntries } from "./async-entries.tsx";
import type { MenuEntry } from "./menu-entry.ts";
import { listSlashEntries } from "./slash-entries.tsx";
import type { SlashOptions } from "./slash-entries.tsx";
import type { MentionSource } from "./text-sources.ts";
import type { TriggerCharacter } from "./trigger.ts";

/** Pause after typing before the search request. */
const pauseMs = 120;

export interface EntrySources extends SlashOptions {
  mentions?: MentionSource;
}

/**
 * The entries of the open menu. `entries` is null until the first answer; later answers replace it when they arrive.
 */
export interface Entries {
  entries: readonly MenuEntry[] | null;
  /** Why the entries could not be loaded. */
  error: string | null;
}

/** Loads the entries of the open menu. */
export function useEntries(character: TriggerCharacter, query: string, sources: EntrySources): Entries {
  const { mentions } = sources;
  const [answer, setAnswer] = useState<Entries & { of: TriggerCharacter }>({
    of: character,
    entries: null,
    error: null,
  });
  useEffect(() => {
    if (character === "/") return;
    const stop = new AbortController();
    const load = () =>
      character === ":" ? loadEmojiEntries(query) : mentions ? loadMentionEntries(mentions, query, stop.signal) : [];
    const timer = setTimeout(
      () => {
        Promise.resolve(load()).then(
          (found) => !stop.signal.aborted && setAnswer({ of: character, entries: found, error: null }),
          (error: unknown) =>
            !stop.signal.aborted && setAnswer({ of: character, entries: null, error: errorMessage(error) }),
        );
      },
      character === ":" ? 0 : pauseMs,
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [character, query, mentions]);
  if (character === "/") return { entries: listSlashEntries(query, sources), error: null };
  return answer.of === character ? answer : { entries: null, error: null };
}
