import {
  addComment,
  deleteComment,
  listComments,
  resolveComment,
  updateComment,
} from "@cairn/contract/implementation-comments";
import { listImplementations, type Implementation } from "@cairn/contract/implementations";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

import type { CommentedLine } from "./comment-drafts.ts";

const paramsOf = (project: ProjectKey, { task, implementationId }: Implementation) => ({
  ...project,
  taskId: task.taskId,
  implementationId,
});

/** Comments on an implementation, as they stand at its head. */
export function commentsQuery(project: ProjectKey, implementation: Implementation) {
  return endpointQuery(listComments, { params: paramsOf(project, implementation) });
}

/** The list is there before the press that changed it is over, so that nothing jumps. */
async function refresh(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: endpointKey(listImplementations) });
  await queryClient.invalidateQueries({ queryKey: endpointKey(listComments) });
}

/** What a new comment is about; neither for the whole. */
export interface CommentSubject {
  at?: CommentedLine | undefined;
  replyTo?: string | undefined;
}

export function useAddComment(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: ({ message, at, replyTo }: CommentSubject & { message: string }) =>
      call(addComment, { params: paramsOf(project, implementation), body: { message, file: at, replyTo } }),
    onSettled: refresh,
    meta: outcomes.commentAdd,
  });
}

export function useUpdateComment(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: ({ commentId, message }: { commentId: string; message: string }) =>
      call(updateComment, { params: { ...paramsOf(project, implementation), commentId }, body: { message } }),
    onSettled: refresh,
    meta: outcomes.commentUpdate,
  });
}

export function useDeleteComment(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: (commentId: string) =>
      call(deleteComment, { params: { ...paramsOf(project, implementation), commentId } }),
    onSettled: refresh,
    meta: outcomes.commentDelete,
  });
}

export function useResolveComment(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: ({ commentId, resolved }: { commentId: string; resolved: boolean }) =>
      call(resolveComment, { params: { ...paramsOf(project, implementation), commentId }, body: { resolved } }),
    onSettled: refresh,
    meta: outcomes.commentResolve,
  });
}
