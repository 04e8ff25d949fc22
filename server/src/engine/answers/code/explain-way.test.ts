import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

/** Each hands its work on by a promise, a queue or a service. */
const files: Record<string, string> = {
  "go.mod": "module example.org/harbour\n\ngo 1.22\n\nrequire github.com/gin-gonic/gin v1.9.0\n",
  "router/router.go": 'package router\n\nimport (\n\t"github.com/gin-gonic/gin"\n\t"example.org/harbour/api"\n)\n\nfunc Create(letters *api.LetterAPI) *gin.Engine {\n\tg := gin.New()\n\tg.POST("/letter", letters.CreateLetter)\n\tg.GET("/letter", letters.ListLetters)\n\treturn g\n}\n',
  "api/letter.go": 'package api\n\nimport "github.com/gin-gonic/gin"\n\ntype LetterDatabase interface {\n\tCreateLetter(letter string) error\n}\n\ntype Notifier interface {\n\tNotify(letter string)\n}\n\ntype LetterAPI struct {\n\tDB LetterDatabase\n\tNotifier Notifier\n}\n\nfunc (a *LetterAPI) CreateLetter(ctx *gin.Context) {\n\tletter := ctx.PostForm("letter")\n\tif err := a.DB.CreateLetter(letter); err != nil {\n\t\tctx.AbortWithError(500, err)\n\t\treturn\n\t}\n\ta.Notifier.Notify(letter)\n}\n\nfunc (a *LetterAPI) ListLetters(ctx *gin.Context) {\n\tctx.JSON(200, nil)\n}\n',
  "database/letter.go": 'package database\n\ntype SqlDatabase struct {\n\tdb *sql.DB\n}\n\nfunc (d *SqlDatabase) CreateLetter(letter string) error {\n\t_, err := d.db.Exec("INSERT INTO letters (text) VALUES (?)", letter)\n\treturn err\n}\n',
  "stream/hub.go": "package stream\n\ntype Hub struct {\n\tclients []chan string\n}\n\nfunc (h *Hub) Notify(letter string) {\n\tfor _, one := range h.clients {\n\t\tone <- letter\n\t}\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

describe("what happens step by step", () => {
  it("goes from the call that begins it through what only is promised to what keeps those promises", async () => {
    const { text } = await askCodebase(indexed.codebase, {
      text: "What happens step by step from somebody posting a letter until it reaches the crew?",
      lens: "technical",
    });
    expect(text).toMatch(/^It begins in \*\*`LetterAPI\.CreateLetter`\*\*/);
    expect(text).toMatch(/\d\. line 20 calls `SqlDatabase\.CreateLetter`/);
    expect(text).toMatch(/\d\. line 24 calls `Hub\.Notify`/);
    expect(text.indexOf("SqlDatabase.CreateLetter")).toBeLessThan(text.indexOf("Hub.Notify"));
  });

  it("is told of no call that is about something else", async () => {
    const { text } = await askCodebase(indexed.codebase, {
      text: "What happens step by step when somebody deletes a lighthouse?",
      lens: "technical",
    });
    expect(text).not.toContain("It begins in");
  });
});

/** One handler answers several methods; what it writes is taken up by another program. */
const kept: Record<string, string> = {
  "package.json": '{ "name": "harbour", "workspaces": ["apps/*"], "dependencies": { "next": "15.0.0" } }\n',
  "apps/web/package.json": '{ "name": "@harbour/web", "scripts": { "dev": "next dev" }, "dependencies": { "next": "15.0.0" } }\n',
  "apps/web/pages/api/v1/boats/index.ts": 'import type { NextApiRequest, NextApiResponse } from "next";\nimport getBoats from "../../../../lib/getBoats";\nimport postBoat from "../../../../lib/postBoat";\n\nexport default async function boats(req: NextApiRequest, res: NextApiResponse) {\n  if (req.method === "GET") {\n    const all = await getBoats(req.query.id);\n    return res.status(200).json(all);\n  } else if (req.method === "POST") {\n    const one = await postBoat(req.body);\n    return res.status(200).json(one);\n  }\n}\n',
  "apps/web/lib/getBoats.ts": 'export default async function getBoats(id: string) {\n  await prisma.seen.create({ data: { id } });\n  return prisma.boat.findMany({ where: { id } });\n}\n',
  "apps/web/lib/postBoat.ts": 'import { weigh } from "./weigh";\n\nexport default async function postBoat(body: { name: string }) {\n  weigh(body);\n  return prisma.boat.create({ data: { name: body.name } });\n}\n',
  "apps/web/lib/weigh.ts": 'export function weigh(body: { name: string }) {\n  return prisma.scale.create({ data: body });\n}\n',
  "apps/worker/package.json": '{ "name": "@harbour/worker", "scripts": { "start": "ts-node paint.ts" } }\n',
  "apps/worker/paint.ts": 'import { mixColour } from "./colour";\n\nexport async function paintBoats(interval = 10) {\n  while (true) {\n    const boats = await prisma.boat.findMany({ where: { painted: null } });\n    for (const boat of boats) await mixColour(boat);\n    await new Promise((resolve) => setTimeout(resolve, interval * 1000));\n  }\n}\n\npaintBoats();\n',
  "apps/worker/colour.ts": 'export async function mixColour(boat: { id: number }) {\n  await prisma.boat.update({ where: { id: boat.id }, data: { painted: true } });\n}\n',
}; // prettier-ignore

describe("what happens after something is saved", () => {
  let harbour: IndexedCodebase;
  beforeAll(async () => {
    harbour = await indexCodebase("harbour", [{ message: "Open", files: kept }]);
  });
  afterAll(() => harbour.remove());

  it("begins at the call that makes one, tells that method's lines alone, and goes on with what takes it up by the clock", async () => {
    const { text } = await askCodebase(harbour.codebase, {
      text: "What happens step by step from somebody saving a boat until it is painted?",
      lens: "technical",
    });
    expect(text).toMatch(/^It begins in \*\*`boats`\*\*[^\n]*which answers `POST \/api\/v1\/boats`/);
    expect(text).toContain("`postBoat`");
    expect(text).not.toContain("getBoats");
    expect(text).toMatch(/taken up by the clock[^]*`paintBoats`[^]*`mixColour`/);
  });
});
