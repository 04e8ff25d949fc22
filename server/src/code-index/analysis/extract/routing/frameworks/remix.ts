import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** Remix and React Router: files of routes that show no page. */
export const remix: WebFramework = {
  name: "Remix",
  languages: ["ecmascript"],
  fileRoutes: {
    packages: ["@remix-run/react", "@remix-run/node", "@react-router/fs-routes"],
    rules: [
      {
        file: /^app\/routes\/(?<path>[^/]+?)(?:\/route|\/index)?\.[jt]sx?$/,
        exports: { loader: "GET", action: "POST" },
        isPageWith: "default",
        pathOf: flatPath,
      },
    ],
    unlessDeclared: { file: /^app\/routes\.\w+$/, imports: /\/(?:fs-routes|remix-flat-routes)$/ },
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
export default function Docks() { return <p />; }
`,
      },
      endpoints: [
        "GET /api/boats/:id",
        "DELETE /api/boats/:id",
        "POST /tides",
        "GET /sitemap.xml",
        "GET /:lang?/files/*",
      ],
    },
    {
      files: {
        "package.json": `{ "dependencies": { "@react-router/fs-routes": "7.0.0" } }`,
        "app/routes.ts": `import { route } from "@react-router/dev/routes";\nexport default [route("x", "./never.ts")];`,
        "app/routes/never.ts": `export const loader = () => {};`,
      },
      endpoints: [],
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
