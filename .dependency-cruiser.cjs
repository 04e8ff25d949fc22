// Who may import whom. Every rule is an error; scripts/check-imports.ts also fails when a file was not cruised, because
// a cruiser that cannot read TypeScript reports success on nothing.
const room = "server/src/domain/([^/]+)/";
const feature = "web/src/features/([^/]+)/";
const edge = "[.](routes|jobs|tools)[.]ts$";
const test = ["[.]test[.]tsx?$", "(^|/)testing/"];
const rule = (name, from, to, extra = {}) => ({ name, severity: "error", from, to, ...extra });

module.exports = {
  forbidden: [
    rule("no-cycles", {}, { circular: true }),
    rule("no-unresolved", {}, { couldNotResolve: true }),
    rule(
      "no-orphans",
      { orphan: true, pathNot: ["[.]d[.]ts$", "(^|/)[.][^/]+$", "[.]config[.]", "^web/public/", ...test] },
      {},
    ),
    // between packages
    rule("contract-stands-alone", { path: "^contract/" }, { path: "^(server|web)/" }),
    rule("contract-is-pure", { path: "^contract/src", pathNot: test }, { dependencyTypes: ["core"] }),
    rule("web-not-server", { path: "^web/" }, { path: "^server/" }),
    rule("server-not-web", { path: "^server/" }, { path: "^web/" }),
    // inside the server
    rule(
      "platform-knows-no-product",
      { path: "^server/src/platform/", pathNot: test },
      { path: "^server/src/(domain|engine|code-index|index-storage|http|main)/" },
    ),
    rule(
      "index-storage-knows-no-product",
      { path: "^server/src/index-storage/", pathNot: test },
      { path: "^server/src/(domain|engine|http|main)/" },
    ),
    rule(
      "code-index-knows-no-product",
      { path: "^server/src/code-index/", pathNot: test },
      {
        path: [
          "^server/src/(domain|engine|http|main|platform|index-storage)/",
          "^server/src/ctx[.]ts$",
          "^contract/(?!src/errors[.]ts)",
        ],
      },
    ),
    rule(
      "engine-knows-no-product",
      { path: "^server/src/engine/", pathNot: test },
      {
        path: ["^server/src/(domain|http|main)/", "^server/src/platform/(db|queue)/", "^contract/(?!src/errors[.]ts)"],
      },
    ),
    rule(
      "domain-knows-no-transport",
      { path: "^server/src/domain/", pathNot: test },
      { path: "^server/src/(http|main)/" },
    ),
    rule(
      "vendors-live-in-platform",
      { path: "^server/src/(domain|engine)/", pathNot: [...test, "[.]store[.]ts$"] },
      {
        dependencyTypes: ["npm", "npm-dev", "npm-no-pkg", "npm-optional"],
        pathNot: ["(^|/)zod(/|$)", "^contract/", "@cairn/contract"],
      },
    ),
    rule(
      "store-is-private-to-its-room",
      { path: "^" + room, pathNot: test },
      { path: "^" + room + ".+[.]store[.]ts$", pathNot: "^server/src/domain/$1/" },
    ),
    rule(
      "only-stores-touch-tables",
      { path: "^server/src/domain/", pathNot: ["[.]store[.]ts$", ...test] },
      { path: "^server/src/platform/db/tables/" },
    ),
    rule(
      "edges-call-operations-only",
      { path: "^server/src/domain/.+" + edge },
      { path: "^server/src/domain/.+[.]store[.]ts$" },
    ),
    rule(
      "edges-are-wired-in-main",
      { pathNot: ["^server/src/main/", ...test] },
      { path: "^server/src/domain/.+" + edge },
    ),
    rule(
      "git-runs-in-one-place",
      {
        path: "^server/src/",
        pathNot: ["^server/src/platform/(git|postgres|processes|sandbox)/", "^server/src/code-index/bench/", ...test],
      },
      { path: ["^(node:)?child_process$", "^server/src/platform/processes/launch/"] },
    ),
    // inside the web app
    rule("ui-knows-no-feature", { path: "^web/src/(ui|editor|lib)/" }, { path: "^web/src/(features|routes|app)/" }),
    rule("features-know-no-screen", { path: "^web/src/features/" }, { path: "^web/src/(routes|app)/" }),
    rule(
      "features-meet-by-api-only",
      { path: "^" + feature },
      { path: "^web/src/features/", pathNot: ["^web/src/features/$1/", "[.]api[.]ts$"] },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
