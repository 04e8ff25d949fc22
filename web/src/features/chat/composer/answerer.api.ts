import { getAnswerer } from "@cairn/contract/chat";
import type { Answerer } from "@cairn/contract/chat";
import { useQuery } from "@tanstack/react-query";

import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

const checkingPollMs = 3_000;
/** While a model is degraded or unreachable: it may recover at any time. */
const problemPollMs = 30_000;

/** The engine or model that answers; undefined until it is known. */
export function useAnswerer(): Answerer | undefined {
  const answerer = useQuery({
    ...endpointQuery(getAnswerer, { params: {} }),
    retry: false,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.state === "ready") return false;
      return data.state === "checking" ? checkingPollMs : problemPollMs;
    },
  });
  return answerer.data;
}
