import { AppError } from "@cairn/contract/errors";
import { getOrganization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import { messages } from "@cairn/contract/texts";
import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";

import { showToast } from "#web/lib/toasts/toast-manager.ts";

/** Texts of the toasts shown when a mutation or a query ends. */
interface ToastMeta extends Record<string, unknown> {
  success?: string;
  failure?: string;
}

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: ToastMeta;
    queryMeta: ToastMeta;
  }
}

const staleTimeMs = 60_000;
const maxRetries = 3;

/** Forbidden or missing: a retry would not change the answer. */
export function isDenied(error: unknown): boolean {
  return error instanceof AppError && (error.status === 403 || error.status === 404);
}

/** The data could not be loaded, or access to it was lost while it was shown. Data loaded before is then hidden too. */
export function isGone({ data, error }: { data: unknown; error: Error | null }): boolean {
  return error !== null && (data === undefined || isDenied(error));
}

function shouldRetry(failureCount: number, error: Error): boolean {
  return !isDenied(error) && failureCount < maxRetries;
}

/** First parts of the query keys that the access guards of organization and product rely on. */
const accessQueryPaths: readonly unknown[] = [getOrganization.path, getProject.path];

/** A refusal may mean that the user lost a right or a membership: the access guards then load their data again. */
function recheckAccess(error: Error): void {
  if (!isDenied(error)) return;
  for (const path of accessQueryPaths) void queryClient.invalidateQueries({ queryKey: [path] });
}

/** The message of a thrown value that may be shown to people. */
export function errorMessage(error: unknown): string {
  if (error instanceof AppError) return error.message || messages.unknownError;
  return error instanceof Error ? messages.unknownError : messages.unknownThrown;
}

// By default screens hear of new data one timer later: after a drop the card would be seen at its old place for a frame.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: staleTimeMs, retry: shouldRetry },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!accessQueryPaths.includes(query.queryKey[0])) recheckAccess(error);
      if (query.meta?.failure)
        showToast({ kind: "error", title: query.meta.failure, description: errorMessage(error) });
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      recheckAccess(error);
      const title = mutation.meta?.failure;
      if (title) showToast({ kind: "error", title, description: errorMessage(error) });
    },
    onSuccess: (_data, _variables, _result, mutation) => {
      const title = mutation.meta?.success;
      if (title) showToast({ kind: "success", title });
    },
  }),
});

/** Loads again what failed of everything that is shown now: for a message that stands for more than one query. */
export function retryFailedQueries(): void {
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}
