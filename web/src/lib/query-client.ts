import { AppError, unknownErrorMessage } from "@cairn/contract/errors";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { showToast } from "#web/ui/toast-manager.ts";

/** What is said when a mutation or a query ends; the one place toasts come from. */
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

/** Forbidden and missing will not change by asking again. */
function shouldRetry(failureCount: number, error: Error): boolean {
  const isFinal = error instanceof AppError && (error.status === 403 || error.status === 404);
  return !isFinal && failureCount < maxRetries;
}

/** What a thrown value tells a person. */
export function errorMessage(error: unknown): string {
  if (error instanceof AppError) return error.message || "Unknown error occurred";
  return error instanceof Error ? "Unknown error occurred" : unknownErrorMessage;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: staleTimeMs, retry: shouldRetry },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.failure)
        showToast({ kind: "error", title: query.meta.failure, description: errorMessage(error) });
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      const title = mutation.meta?.failure;
      if (title) showToast({ kind: "error", title, description: errorMessage(error) });
    },
    onSuccess: (_data, _variables, _result, mutation) => {
      const title = mutation.meta?.success;
      if (title) showToast({ kind: "success", title });
    },
  }),
});
