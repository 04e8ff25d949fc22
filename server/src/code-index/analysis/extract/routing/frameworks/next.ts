import { bracketPath, withoutIndex } from "#server/code-index/analysis/extract/routing/file-routes.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

import { exportedVerbs } from "./ecmascript-routes.ts";

/** Next.js: handlers of the app directory, and what answers below `pages/api`. */
export const next: WebFramework = {
  name: "Next.js",
  languages: ["ecmascript"],
  fileRoutes: {
    packages: ["next"],
    rules: [
      { file: /^(?:src\/)?app\/(?<path>(?:.+\/)?)route\.[jt]sx?$/, exports: exportedVerbs, pathOf: bracketPath },
      {
        file: /^(?:src\/)?pages\/(?<path>api(?:\/.+)?)\.[jt]sx?$/,
        exports: { default: "ANY" },
        pathOf: (route) => bracketPath(withoutIndex(route)),
      },
    ],
    base: { file: /^next\.config\.\w+$/, pattern: /\bbasePath\s*:\s*["'`](\/[\w./~-]{1,200})["'`]/ },
  },
  examples: [
    {
      files: {
        "apps/web/package.json": `{ "dependencies": { "next": "15.0.0" } }`,
        "apps/web/next.config.mjs": `export default { basePath: "/ferry", images: { path: "/never" } };`,
        "apps/web/app/(site)/api/boats/[boatId]/route.ts": `
import { NextResponse } from "next/server";
export async function GET(request: Request) {}
export const POST = withAuth(async () => {});
export const dynamic = "force-dynamic";
`,
        "apps/web/app/api/auth/[...nextauth]/route.ts": `
const handler = NextAuth(options);
export { handler as GET, handler as POST };
`,
        "apps/dock/package.json": `{ "dependencies": { "next": "15.0.0", "hono": "4.0.0" } }`,
        "apps/dock/app/api/docked/[...route]/route.ts": `
import { Hono } from "hono";
import { handle } from "hono/vercel";
const app = new Hono().basePath("/api/docked");
app.get("/ropes", list);
export const GET = handle(app);
`,
        "apps/web/app/fleet/[boatId]/route.ts": `export * from "../../(site)/api/boats/[boatId]/route";`,
        "apps/web/app/login/route.ts": `export const { GET, PUT } = handlers;`,
        "apps/web/app/@modal/_never/route.ts": `export async function GET() {}`,
        "apps/web/app/page.tsx": `export default function Page() {}`,
        "apps/web/src/pages/api/docks/index.ts": `
import type { NextApiRequest } from "next";
export default async function handler(req: NextApiRequest, res) {
  if (req.method !== "PATCH") return res.status(405).end();
}
`,
        "apps/web/src/pages/api/tides.js": `const tides = (req, res) => res.end();\nexport default tides;`,
        "apps/web/src/pages/api/kinds.ts": `export type Kind = "sail";`,
        "apps/cli/package.json": `{ "dependencies": {} }`,
        "apps/cli/app/never/route.ts": `export async function GET() {}`,
      },
      endpoints: [
        "GET /ferry/api/boats/:boatId",
        "POST /ferry/api/boats/:boatId",
        "GET /ferry/fleet/:boatId",
        "POST /ferry/fleet/:boatId",
        "GET /ferry/api/auth/*nextauth",
        "POST /ferry/api/auth/*nextauth",
        "GET /api/docked/ropes",
        "GET /ferry/login",
        "PUT /ferry/login",
        "PATCH /ferry/api/docks",
        "ANY /ferry/api/tides",
      ],
    },
  ],
};
