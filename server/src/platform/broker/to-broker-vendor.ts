import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { vendorAddress } from "#server/platform/models/vendor-address.ts";
import { listDialects } from "#server/platform/settings/model-dialects.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

import type { BrokerVendor } from "./answer-call.ts";

/** The configured model, for a broker. Its address is the operator's word, so it is reached also where it is a private one. */
export function toBrokerVendor({ models, limits }: Pick<Settings, "models" | "limits">): BrokerVendor {
  const { provider, name, fastName, apiKey, connectTimeoutMs, idleTimeoutMs, maxOutputTokens } = models;
  const address = vendorAddress(models);
  const { hostname, port, protocol } = new URL(address);
  const endpoint = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  return {
    address,
    key: apiKey,
    isOpenAi: provider === "openai",
    models: [...new Set([name, fastName])].filter((one) => one !== null),
    dialects: listDialects(models),
    maxOutputTokens,
    egress: createEgress({ allow: [limits.egressAllow, endpoint].filter((entry) => entry !== "").join(",") }),
    connectTimeoutMs,
    idleTimeoutMs,
  };
}
