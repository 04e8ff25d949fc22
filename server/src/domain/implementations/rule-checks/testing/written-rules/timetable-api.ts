import { edit, move, put, remove, type RuledRepository } from "./written-rule.ts";

const routes = [
  'import { Router } from "express";',
  'import { requireStaff } from "../auth.ts";',
  'import { listSailings } from "../domain/sailings.ts";',
  "",
  "export const router = Router();",
  "",
  'router.get("/sailings", async (request, response) => {',
  "  response.json(await listSailings(request.query));",
  "});",
  "",
  'router.post("/sailings/:id/cancel",',
  "  requireStaff,",
  "  async (request, response) => {",
  "    response.status(204).end();",
  "  });",
  "",
];

/** A service in TypeScript with a database. */
export const timetableApi: RuledRepository = {
  files: {
    "src/routes/sailings.ts": routes.join("\n"),
    "src/domain/sailings.ts":
      'import { pool } from "../db/pool.ts";\n\nexport async function listSailings() {\n  return pool.query("select * from sailings limit 100");\n}\n',
    "src/domain/delay.ts": "export const minutes = (from: Date, to: Date) => (+to - +from) / 60_000;\n",
    "src/db/pool.ts": 'import { Pool } from "pg";\n\nexport const pool = new Pool();\n',
    "src/auth.ts": "export function requireStaff() {}\n",
    "db/migrations/001_init.sql": "create table sailings (id int primary key);\n",
    "docs/schema.md": "# Schema\n\nsailings: id\n",
    "openapi.yaml": "paths:\n  /sailings: {}\n",
    "clients/ts/index.ts": "export const sailings = () => fetch('/sailings');\n",
    "CHANGELOG.md": "# Changes\n\n## Next\n\n- Sailings can be cancelled (#4)\n",
    "package.json": '{ "name": "timetable", "dependencies": { "express": "5.0.0" } }\n',
    "package-lock.json": '{ "lockfileVersion": 3 }\n',
  },
  rules: [
    {
      condition: "A migration under db/migrations/ is added or changed",
      instruction: "Describe the new columns in docs/schema.md, and change it in the same pull request",
      breaks: [
        [put("db/migrations/002_ports.sql", "create table ports (id int);")],
        [edit("db/migrations/001_init.sql", "id int primary key", "id int primary key, name text")],
        [move("db/migrations/001_init.sql", "db/migrations/001_start.sql")],
        [put("db/migrations/003_x.sql", "drop table ports;"), put("docs/other.md", "docs/schema.md is the place")],
      ],
      keeps: [
        [
          put("db/migrations/002_ports.sql", "create table ports (id int);"),
          edit("docs/schema.md", "sailings: id", "sailings: id", "ports: id"),
        ],
        [edit("docs/schema.md", "# Schema", "# The schema")],
      ],
    },
    {
      condition: "`router.post(` is added in src/routes/**",
      instruction: "It has `requireStaff`, as only the crews change anything",
      breaks: [
        [
          edit(
            "src/routes/sailings.ts",
            "export const router = Router();",
            "export const router = Router();",
            "",
            'router.post("/sailings", async (request, response) => {',
            "  response.end();",
            "});",
          ),
        ],
        [
          put(
            "src/routes/ports.ts",
            'import { Router } from "express";',
            "",
            "export const router = Router();",
            'router.post("/ports", (_request, response) => response.end());',
          ),
        ],
        [
          edit(
            "src/routes/sailings.ts",
            "    response.status(204).end();\n  });",
            "    response.status(204).end();",
            "  });",
            "",
            'router.post("/sailings/:id/delay", async (_, response) => {',
            "  response.end();",
            "});",
          ),
        ],
        [
          put(
            "src/routes/crews.ts",
            'import { requireStaff } from "../auth.ts";',
            "",
            "export const a = Router();",
            "const one = 1;",
            "const two = 2;",
            "const three = 3;",
            "",
            'a.get("/x", show);',
            "",
            'router.post("/one",',
            "  requireStaff,",
            "  show);",
            "",
            'router.post("/two", show);',
          ),
        ],
      ],
      keeps: [
        [
          edit(
            "src/routes/sailings.ts",
            "export const router = Router();",
            "export const router = Router();",
            "",
            'router.post("/sailings", requireStaff, async (request, response) => {',
            "  response.end();",
            "});",
          ),
        ],
        [
          edit(
            "src/routes/sailings.ts",
            'router.post("/sailings/:id/cancel",',
            'router.post("/sailings/:sailingId/cancel",',
          ),
        ],
      ],
    },
    {
      condition: "You write domain code in src/domain/",
      instruction: "Never import anything from `src/routes/`: the domain knows no HTTP",
      breaks: [
        [
          edit(
            "src/domain/delay.ts",
            "export const",
            'import { router } from "../../src/routes/sailings.ts";',
            "export const",
          ),
        ],
        [put("src/domain/ports.ts", 'export { router } from "#root/src/routes/ports.ts";')],
        [put("src/domain/deep/port.ts", 'const routes = await import("../../../src/routes/ports.ts");')],
        [
          edit(
            "src/domain/sailings.ts",
            'import { pool } from "../db/pool.ts";',
            "import {",
            "  router,",
            '} from "src/routes/sailings";',
          ),
        ],
      ],
      keeps: [
        [edit("src/domain/delay.ts", "export const", "// Shown by src/routes/sailings.ts", "export const")],
        [
          edit(
            "src/routes/sailings.ts",
            'import { Router } from "express";',
            'import { Router } from "express";',
            'import { ports } from "../../src/routes/ports.ts";',
          ),
        ],
      ],
    },
    {
      condition: "You change CHANGELOG.md",
      instruction: "Each entry names its issue as `(#`",
      breaks: [
        [edit("CHANGELOG.md", "## Next\n", "## Next", "", "- Faster")],
        [edit("CHANGELOG.md", "- Sailings can be cancelled (#4)", "- Sailings can be cancelled")],
        [edit("CHANGELOG.md", "# Changes", "# Changes", "", "## 2.0", "- Ports [12]")],
        [edit("CHANGELOG.md", "(#4)", "(#4)", "- Crews, see issue 12")],
      ],
      keeps: [
        [edit("CHANGELOG.md", "## Next\n", "## Next", "", "- Faster (#5)")],
        [put("docs/CHANGES.md", "- Faster")],
      ],
    },
    {
      condition: "openapi.yaml changes",
      instruction: "Regenerate the client: update `clients/ts/` as well",
      breaks: [
        [edit("openapi.yaml", "/sailings: {}", "/sailings: {}", "  /ports: {}")],
        [remove("openapi.yaml")],
        [edit("openapi.yaml", "/sailings", "/departures"), edit("src/domain/delay.ts", "minutes", "mins")],
        [move("openapi.yaml", "api.yaml")],
      ],
      keeps: [
        [edit("openapi.yaml", "/sailings", "/departures"), edit("clients/ts/index.ts", "/sailings", "/departures")],
        [edit("clients/ts/index.ts", "sailings =", "list =")],
      ],
    },
  ],
};
