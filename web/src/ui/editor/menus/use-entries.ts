import { useEffect, useState } from "react";

import { errorMessage } from "#web/lib/query-client.ts";

import type { MentionSource } from "../editor-props.ts";
import { emojiEntries, mentionEntries } from "./find-entries.tsx";
import type { MenuEntry } from "./menu-entry.ts";
import { slashEntries } from "./slash-entries.tsx";
import type { SlashOptions } from "./slash-entries.tsx";
import type { TriggerCharacter } from "./trigger.ts";

/** While somebody types on, nothing is asked. */
const pauseMs = 120;

export interface EntrySources extends SlashOptions {
  mentions?: MentionSource;
}

/** Null while the first answer is awaited; later answers replace it when they are there. */
export interface Entries {
  found: readonly MenuEntry[] | null;
  /** Why nothing was found out. */
  error: string | null;
}

/** What the open menu shows. */
export function useEntries(character: TriggerCharacter, query: string, sources: EntrySources): Entries {
  const { mentions } = sources;
  const [answer, setAnswer] = useState<Entries & { of: TriggerCharacter }>({ of: character, found: null, error: null });
  useEffect(() => {
    if (character === "/") return;
    const stop = new AbortController();
    const load = () =>
      character === ":" ? emojiEntries(query) : mentions ? mentionEntries(mentions, query, stop.signal) : [];
    const timer = setTimeout(
      () => {
        Promise.resolve(load()).then(
          (found) => !stop.signal.aborted && setAnswer({ of: character, found, error: null }),
          (error: unknown) =>
            !stop.signal.aborted && setAnswer({ of: character, found: null, error: errorMessage(error) }),
        );
      },
      character === ":" ? 0 : pauseMs,
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [character, query, mentions]);
  if (character === "/") return { found: slashEntries(query, sources), error: null };
  return answer.of === character ? answer : { found: null, error: null };
}
