import type { OperationFramework } from "#server/code-index/analysis/extract/operations/operation-framework.ts";

/** Pothos and Nexus: fields that are added to the roots by calls. */
export const pothos: OperationFramework = {
  name: "Pothos",
  languages: ["typescript", "tsx", "javascript"],
  mentions: /\b(?:query|mutation|subscription)Fields?\s*\(/,
  fieldCalls: { queryField: "QUERY", mutationField: "MUTATION", subscriptionField: "SUBSCRIPTION" },
  entryCalls: { queryFields: "QUERY", mutationFields: "MUTATION", subscriptionFields: "SUBSCRIPTION" },
  nameOf: (name) => name,
  examples: [
    {
      files: {
        "src/boats.ts": `
builder.queryField("boats", (t) => t.field({ type: [Boat] }));
builder.mutationFields((t) => ({ addBoat: t.field({}), dropBoat: t.field({}) }));
export const tides = queryField("tides", { type: "Tide" });
`,
      },
      operations: ["QUERY boats", "MUTATION addBoat", "MUTATION dropBoat", "QUERY tides"],
    },
  ],
};
