import { describe, expect, it } from "vitest";

import { endpointsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("Express", () => {
  it("reads routes of a router with guards, inline handlers and a mount in the same file", async () => {
    const text = `const router = require('express').Router();
const auth = require('../auth');

router.param('article', function(req, res, next, slug) { next(); });

router.get('/', auth.optional, function(req, res, next) {
  const limit = req.query.limit;
  return res.json({ articles: [] });
});
router.post('/:article/favorite', auth.required, favoriteArticle);
router.delete("/:article", auth.required, controller.remove); // GET /never
router.all('*', notFound);

app.use('/api/articles', router);
`;
    expect(await endpointsOf("routes/api/articles.js", text)).toEqual([
      "GET /api/articles null 6-9",
      "POST /api/articles/:article/favorite favoriteArticle 10-10",
      "DELETE /api/articles/:article controller.remove 11-11",
      "ANY /api/articles/* notFound 12-12",
    ]);
  });

  it("names the handler of a call that the formatter broke over several lines", async () => {
    const text = `userRouter.post(
  "/users",
  authenticate,
  validate(createUserSchema),
  userController.createUser,
);
userRouter.get(
  "/users/:id",
  async (req, res) => {
    res.json(await find(req.params.id));
  },
);
`;
    expect(await endpointsOf("src/users.router.ts", text)).toEqual([
      "POST /users userController.createUser 1-6",
      "GET /users/:id null 7-12",
    ]);
  });

  it("reads chains on one path over several lines", async () => {
    const text = `router
  .route('/')
  .post(auth('manageUsers'), validate(userValidation.createUser), userController.createUser)
  .get(auth('getUsers'), userController.getUsers);

router
  .route('/:userId')
  .patch(auth('manageUsers'), (req, res) => update(req, res));
`;
    expect(await endpointsOf("src/routes/v1/user.route.js", text)).toEqual([
      "POST / userController.createUser 2-3",
      "GET / userController.getUsers 2-4",
      "PATCH /:userId null 7-8",
    ]);
  });

  it("puts the paths of nested mounts in front, whichever mount stands first", async () => {
    const text = `const app = express();
const api = express.Router();
const users = express.Router();

users.get("/:id", showUser);
api.get("/health", health);

api.use("/users", users);
app.use("/api", api);
`;
    expect(await endpointsOf("src/server.ts", text)).toEqual([
      "GET /api/users/:id showUser 5-5",
      "GET /api/health health 6-6",
    ]);
  });
});

describe("Fastify, Koa and Hono", () => {
  it("reads Fastify's short forms with types and options, and its routes by an object", async () => {
    const text = `export default async function (fastify: FastifyInstance) {
  fastify.get<{ Params: Id }>("/todos/:id", { schema }, getTodo);
  fastify.post('/todos', { preHandler: [fastify.authenticate] }, async (request, reply) => {
    return reply.code(201).send();
  });
  fastify.route({ method: "DELETE", url: "/todos/:id", handler: deleteTodo });
  fastify.register(import("./plugins/x.ts"), { prefix: "/x" });
}
`;
    expect(await endpointsOf("src/todos.ts", text)).toEqual([
      "GET /todos/:id getTodo 2-2",
      "POST /todos null 3-5",
      "DELETE /todos/:id deleteTodo 6-6",
    ]);
  });

  it("reads Koa's router with a prefix", async () => {
    const text = `const Router = require('@koa/router');
const router = new Router({ prefix: '/books' });
router.get('/', list);
router.del('/:id', remove);
`;
    expect(await endpointsOf("books.js", text)).toEqual(["GET /books list 3-3", "DELETE /books/:id remove 4-4"]);
  });

  it("reads Hono's chains and base paths", async () => {
    const text = `const app = new Hono().basePath("/api/v2")
app.get('/posts', (c) => c.json([]))
app.on("PURGE", "/cache", purge);
app.on("PUT", "/posts/:id", put);
export type AppType = typeof app;
`;
    expect(await endpointsOf("src/index.ts", text)).toEqual(["GET /api/v2/posts null 2-2", "PUT /posts/:id put 4-4"]);
  });
});

describe("NestJS", () => {
  it("reads controllers with the paths of their classes, past other decorators", async () => {
    const text = `import { Controller, Get, Post } from '@nestjs/common';

@ApiTags('cats')
@Controller({ path: 'cats', version: '1' })
export class CatsController {
  constructor(private readonly cats: CatsService) {}

  @Get()
  @ApiQuery({
    name: 'limit',
    required: false,
  })
  findAll(@Query() query: ListCats): Promise<Cat[]> {
    return this.cats.findAll(query);
  }

  // @Get('former')
  @UseGuards(JwtAuthGuard)
  @Post(':id/toys')
  @HttpCode(204)
  public async addToy(@Param('id') id: string) {}

  @All("*")
  fallback() {}
}

@Controller()
class HealthController {
  @Get('healthz') check() { return 'ok'; }
}
`;
    expect(await endpointsOf("src/cats/cats.controller.ts", text)).toEqual([
      "GET /cats findAll 8-13",
      "POST /cats/:id/toys addToy 19-21",
      "ANY /cats/* fallback 23-24",
      "GET /healthz check 29-29",
    ]);
  });

  it("takes decorators of classes that are no controllers for none", async () => {
    const text = `export class Form {
  @Get("name")
  name() {}
}
`;
    expect(await endpointsOf("src/form.ts", text)).toEqual([]);
  });
});

describe("what only looks like an endpoint in JavaScript and TypeScript", () => {
  it.each([
    ["a client's awaited call", "src/api/users.ts", `const { data } = await api.get("/users", { params });\n`],
    ["a client's call that is returned", "src/api/login.ts", `export const login = (body) => api.post("/login", body);\nexport function out(id) {\n  return apiClient.delete("/session", id);\n}\n`],
    ["a client's call that is followed by then", "src/api/list.js", `api.get("/list", options).then((found) => show(found));\n`],
    ["a wrapper named request", "src/api/menu.js", `export function menus(params) {\n  return request.get("/menus", { params })\n}\n`],
    ["a cache", "src/cache.ts", `redis.get("/key", callback);\nregistry.get("/x", fallback);\n`],
    ["a map", "src/map.ts", `const byPath = new Map();\nbyPath.delete("/x", 1);\n`],
    ["a setting of Express", "src/app.js", `app.get("title", show);\napp.get("/title");\n`],
    ["a request with a method", "src/call.ts", `await fetch("GET", "/x");\nhttp.request("POST", "/y", send);\n`],
    ["a call in a comment", "src/app.ts", `/**\n * app.get("/documented", handler);\n */\n// router.post("/former", handler);\n`],
    ["a test", "test/app.js", `app.get("/x", handler);\n`],
    ["a story's mock server", "src/__mocks__/server.ts", `app.get("/x", handler);\n`],
    ["a mock by its own name", "src/users.mock.ts", `router.get("/x", handler);\n`],
  ])("leaves out %s", async (_name, path, text) => {
    expect(await endpointsOf(path, text)).toEqual([]);
  }); // prettier-ignore
});

describe("Next.js", () => {
  it.each([
    ["app/api/users/[userId]/posts/route.ts", ["GET /api/users/:userId/posts GET 1-1"]],
    ["src/app/(marketing)/@modal/feed.xml/route.js", ["GET /feed.xml GET 1-1"]],
    ["apps/web/app/api/auth/[...nextauth]/route.ts", ["GET /api/auth/*nextauth GET 1-1"]],
    ["app/docs/[[...slug]]/route.ts", ["GET /docs/*slug GET 1-1"]],
    ["app/[team-id]/route.ts", ["GET /:team-id GET 1-1"]],
    ["app/route.tsx", ["GET / GET 1-1"]],
    ["app/api/users/route.test.ts", []],
    ["src/routes/api/route.ts", []],
  ])("takes the path of %s from its folders", async (path, expected) => {
    expect(await endpointsOf(path, `export async function GET() {}\n`)).toEqual(expected);
  });

  it("takes only exported functions that are named after a method", async () => {
    const text = `import { json } from "./json";
async function POST() {}
export const dynamic = "force-dynamic";
export const DELETE = withAuth(async () => {
  return json();
});
export function get() {}
`;
    expect(await endpointsOf("app/api/x/route.ts", text)).toEqual(["DELETE /api/x DELETE 4-6"]);
  });

  it("reads API routes below pages, which answer every method", async () => {
    const handler = `import type { NextApiRequest } from "next";

export default async function handler(req: NextApiRequest) {
  return 1;
}
`;
    expect(await endpointsOf("pages/api/posts/[id]/index.ts", handler)).toEqual(["ANY /api/posts/:id handler 3-5"]);
    expect(await endpointsOf("src/pages/api/auth/[...nextauth].ts", `export default NextAuth(options);\n`)).toEqual([
      "ANY /api/auth/*nextauth null 1-1",
    ]);
    expect(
      await endpointsOf("pages/api/hello.js", `// Says hello.\nexport default (req, res) => {\n  res.end();\n};\n`),
    ).toEqual(["ANY /api/hello null 2-4"]);
    expect(await endpointsOf("pages/api/lib.ts", `const hidden = 1;\n`)).toEqual([]);
    expect(await endpointsOf("pages/about.tsx", `export default function About() {}\n`)).toEqual([]);
  });
});
