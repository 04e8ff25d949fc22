import type { FileRoutes } from "#server/code-index/analysis/extract/routing/file-routes.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const answers = { exports: { loader: "GET", action: "POST" }, isPageWith: "default", ofPages: "action" } as const;
const declared = /^app\/routes\.\w+$/;
const base: FileRoutes["base"] = {
  file: /^(?:app\/)?react-router\.config\.\w+$/,
  pattern: /\bbasename\s*:\s*["'`](\/[^"'`]*)/,
};

/** Remix and React Router: files of routes that show no page, and what pages are sent. */
export const remix: WebFramework = {
  name: "Remix",
  languages: ["ecmascript"],
  fileRoutes: {
    packages: ["@remix-run/react", "@remix-run/node", "@react-router/dev", "remix-flat-routes"],
    base,
    rules: [
      {
        // Folders that end in a plus are parts of the name.
        file: /^app\/routes\/(?<path>(?:[^/]+\+\/)*[^/]+?)(?:\/(?:route|index|_index|page))?\.[jt]sx?$/,
        ...answers,
        pathOf: (route) => flatPath(route.replaceAll("+/", ".")),
      },
    ],
    unlessDeclared: { file: declared, imports: /(?:\/fs-routes|remix-flat-routes)$/ },
  },
  examples: [
    {
      files: {
        "package.json": `{ "dependencies": { "@remix-run/node": "2.0.0" } }`,
        "app/routes/_auth.api.boats_.$id.tsx": `
export async function loader({ params }: LoaderFunctionArgs) {}
export const action = async ({ request }) => { if (request.method === "DELETE") return null; };
`,
        "app/routes/sitemap[.]xml.ts": `export const loader = () => {};`,
        "app/routes/($lang).files.$/route.ts": `export const loader = () => {};`,
        "app/routes/tides.ts": `const { action, loader } = createActionRoute(async () => {});\nexport { action, loader };`,
        "app/routes/docks._index.tsx": `
export const loader = () => {};
export async function action() {}
export default function Docks() { return <p />; }
`,
      },
      endpoints: [
        "GET /api/boats/:id",
        "DELETE /api/boats/:id",
        "POST /tides",
        "GET /sitemap.xml",
        "GET /:lang?/files/*",
        "POST /docks",
      ],
    },
    {
      files: {
        "package.json": `{ "dependencies": { "@react-router/dev": "7.0.0" } }`,
        "react-router.config.ts": `export default { basename: "/ferry" } satisfies Config;`,
        "app/routes.ts": `
import { type RouteConfig, index, layout, prefix, route } from "@react-router/dev/routes";
export default [
  index("./home.tsx"),
  layout("./shell.tsx", [route("boats/:id", "./boats/boat.tsx", [route("log", "boats/log.ts")])]),
  ...prefix("api", [route("tides", "./api/tides.ts")]),
] satisfies RouteConfig;
`,
        "app/home.tsx": `export default function Home() { return <p />; }`,
        "app/boats/boat.tsx": `export const action = () => {};\nexport default function Boat() { return <p />; }`,
        "app/boats/log.ts": `export const loader = () => {};`,
        "app/api/tides.ts": `export async function loader() {}`,
        "app/routes/never.ts": `export const loader = () => {};`,
      },
      endpoints: ["POST /ferry/boats/:id", "GET /ferry/boats/:id/log", "GET /ferry/api/tides"],
    },
    {
      files: {
        "package.json": `{ "dependencies": { "remix-flat-routes": "0.8.0" } }`,
        "app/routes.ts": `import { flatRoutes } from "remix-flat-routes";\nexport default flatRoutes("routes");`,
        "app/routes/_internal+/api+/boats.$id.ts": `export const loader = () => {};`,
        "app/routes/api+/tides/_index.ts": `export const action = () => {};`,
        "app/routes/api+/tides/never.ts": `export const action = () => {};`,
      },
      endpoints: ["GET /api/boats/:id", "POST /api/tides"],
    },
  ],
};

/** React Router with routes in folders, by react-router-auto-routes. */
export const reactRouterFolders: WebFramework = {
  name: "React Router",
  languages: ["ecmascript"],
  fileRoutes: {
    packages: ["react-router-auto-routes"],
    base,
    rules: [
      {
        file: /^app\/routes\/(?!(?:[^/]+\/)*\+)(?<path>(?:(?!\.server|\.client|\.test)[^+])+?)\.[jt]sx?$/,
        ...answers,
        pathOf: (route) => flatPath(route.replaceAll("/", ".").replace(/(?:^|\.)index$/, "")),
      },
    ],
    unlessDeclared: { file: declared, imports: /^react-router-auto-routes$/ },
  },
  examples: [
    {
      files: {
        "package.json": `{ "dependencies": { "react-router-auto-routes": "0.1.0" } }`,
        "app/routes.ts": `import { autoRoutes } from "react-router-auto-routes";\nexport default autoRoutes();`,
        "app/routes/_auth/auth.$provider/callback.ts": `export const loader = () => {};`,
        "app/routes/_auth/auth.$provider/index.ts": `export const action = () => {};`,
        "app/routes/boats/+parts/never.ts": `export const loader = () => {};`,
        "app/routes/boats/never.server.ts": `export const loader = () => {};`,
      },
      endpoints: ["GET /auth/:provider/callback", "POST /auth/:provider"],
    },
  ],
};

/** Dots part the address, `$id` is `:id`; what begins with a bar is a layout alone. */
function flatPath(route: string): string {
  const parts = route.split(/\.(?![^[]*\])/).flatMap((part) => {
    if (part.startsWith("_")) return [];
    const plain = part.replace(/_$/, "").replaceAll(/\[([^\]]*)\]/g, "$1");
    if (plain === "$") return "*";
    return plain
      .replace(/^\(\$([\w-]+)\)$/, ":$1?")
      .replace(/^\((.+)\)$/, "$1?")
      .replace(/^\$/, ":");
  });
  return `/${parts.join("/")}`;
}
