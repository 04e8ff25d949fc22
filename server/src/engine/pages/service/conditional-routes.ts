import { findEndpoints, type LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { capitalize } from "#server/engine/pages/flows/flow-wording.ts";
import { conditionsOfStart, type StartConditions } from "#server/engine/pages/flows/start-conditions.ts";
import type { ListItem } from "#server/engine/sections/section-draft.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fold } from "#server/engine/text/wording.ts";

const maxRead = 400;
const shownConditions = 8;
const shownAddresses = 6;

/** Routes that are only there under a condition, an item for each condition, those that most stand under first. */
export async function conditionalRoutes(scope: CodeScope): Promise<ListItem[]> {
  const read = findEndpoints(scope).slice(0, maxRead);
  const found = await Promise.all(
    read.map(async (one) => ({ one, only: await conditionsOfStart(scope, one.path, one.endpoint.startLine) })),
  );
  const groups = [...Map.groupBy(found, ({ only }) => only.text)].filter(([text]) => text !== "");
  return groups
    .toSorted((a, b) => b[1].length - a[1].length)
    .slice(0, shownConditions)
    .map(([text, own]) => conditionItem(text, own));
}

function conditionItem(text: string, own: readonly { one: LocatedEndpoint; only: StartConditions }[]): ListItem {
  const addresses = new Set(own.map(({ one: { endpoint } }) => `${endpoint.method} ${codeSpan(endpoint.path, 60)}`));
  return {
    text: `${capitalize(text)}: ${fold([...addresses], shownAddresses)}.`,
    evidence: [...(own[0]?.only.evidence ?? []), ...own.slice(0, shownAddresses).map(({ one }) => one.evidence)],
  };
}
