import type { Implementation } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo, useState } from "react";

import { createMentionSource } from "#web/features/page-editor/section/mention-source.api.ts";
import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useUser } from "#web/features/users/users.api.ts";
import type { MentionSource } from "#web/ui/editor/menus/text-sources.ts";
import type { ResolveMention } from "#web/ui/markdown/mention-target.ts";

import { loadDrafts } from "./comment-drafts.ts";
import { commentsQuery } from "./comments.api.ts";
import { groupThreads, threadsByLine, type CommentThread } from "./group-threads.ts";

/** The comments on the implementation that is shown, and what is being written. */
export interface ReviewComments {
  project: ProjectKey;
  implementation: Implementation;
  /** Undefined until loaded. */
  threads: readonly CommentThread[] | undefined;
  byLine: ReadonlyMap<string, readonly CommentThread[]>;
  /** Why they could not be loaded. */
  error: Error | null;
  onRetry: () => void;
  /** The signed-in user; undefined until loaded. */
  userId: string | undefined;
  /** Names of the drafts whose editors are open. */
  openEditors: ReadonlySet<string>;
  onOpen: (draftName: string) => void;
  onClose: (draftName: string) => void;
  /** Ids of comments whose suggestions are to be applied together. */
  chosenSuggestions: ReadonlySet<string>;
  onChooseSuggestion: (commentId: string, isChosen: boolean) => void;
  mentions: MentionSource;
  resolveMention: ResolveMention;
}

/** Editors that a draft was left in are open from the start. */
export function useLoadedComments(project: ProjectKey, implementation: Implementation): ReviewComments {
  const { implementationId } = implementation;
  const query = useQuery(commentsQuery(project, implementation));
  const comments = query.data?.content;
  const threads = useMemo(() => comments && groupThreads(comments), [comments]);
  const byLine = useMemo(() => threadsByLine(threads ?? []), [threads]);
  const [openEditors, setOpenEditors] = useState<ReadonlySet<string>>(
    () => new Set(Object.keys(loadDrafts(implementationId))),
  );
  const [chosenSuggestions, setChosenSuggestions] = useState<ReadonlySet<string>>(new Set());
  const [mentions] = useState(() => createMentionSource(project));
  const texts = useMemo(() => (comments ?? []).map(({ message }) => message), [comments]);
  const resolveMention = useMentionTargets(project, texts);
  return {
    project,
    implementation,
    threads,
    byLine,
    error: query.error,
    onRetry: () => void query.refetch(),
    userId: useUser()?.userId,
    openEditors,
    onOpen: (name) => setOpenEditors((open) => new Set(open).add(name)),
    onClose: (name) => setOpenEditors((open) => new Set([...open].filter((one) => one !== name))),
    chosenSuggestions,
    onChooseSuggestion: (commentId, isChosen) =>
      setChosenSuggestions((chosen) => {
        const others = [...chosen].filter((one) => one !== commentId);
        return new Set(isChosen ? [...others, commentId] : others);
      }),
    mentions,
    resolveMention,
  };
}

export const ReviewCommentsContext = createContext<ReviewComments | null>(null);

/** The comments on the implementation that is shown. */
export function useReviewComments(): ReviewComments {
  const comments = useContext(ReviewCommentsContext);
  if (comments === null) throw new Error("Comments are shown within a review alone");
  return comments;
}
