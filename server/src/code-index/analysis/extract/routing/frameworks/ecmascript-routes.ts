import type { CallRule } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const verbs = ["get", "post", "put", "patch", "delete", "head", "options"];

/** `router.get("/boats", list)` and its like, which the frameworks of JavaScript have in common. */
export const verbRoutes: Readonly<Record<string, CallRule>> = {
  ...Object.fromEntries(
    verbs.map((verb): [string, CallRule] => [
      verb,
      { kind: "route", methods: [verb.toUpperCase()], path: 0, handler: -1 },
    ]),
  ),
  del: { kind: "route", methods: ["DELETE"], path: 0, handler: -1 },
  all: { kind: "route", methods: ["ANY"], path: 0, handler: -1 },
};

/** What files of routes give out under the name of its method. */
export const exportedVerbs: Readonly<Record<string, string>> = Object.fromEntries(
  verbs.map((verb) => [verb.toUpperCase(), verb.toUpperCase()]),
);
