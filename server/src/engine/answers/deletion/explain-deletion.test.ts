import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const files: Record<string, string> = {
  "package.json": '{ "name": "harbour", "dependencies": { "express": "5.0.0", "@prisma/client": "6" } }\n',
  "src/main.ts":
    'import express from "express";\nimport { deletePier } from "./pier.ts";\nimport { deleteClient } from "./client.ts";\nimport { deleteUser } from "./user.ts";\n\nconst app = express();\napp.delete("/clients/:id", deleteClient);\napp.delete("/users/:id", deleteUser);\napp.delete("/piers/:id", deletePier);\n',
  "src/pier.ts":
    'import { deleteBoatsOfPier } from "./boats.ts";\n\nexport async function deletePier(req, res) {\n  await deleteBoatsOfPier(req.params.id);\n  await prisma.rope.deleteMany({ where: { pier: req.params.id } });\n  await prisma.pier.delete({ where: { id: req.params.id } });\n  res.json({});\n}\n',
  "src/boats.ts":
    "export async function deleteBoatsOfPier(pier: string) {\n  await prisma.boat.deleteMany({ where: { pier } });\n  await prisma.sail.deleteMany({ where: { pier } });\n}\n",
  "src/client.ts": "export async function deleteClient(req) {\n  await prisma.client.delete({ where: { id: req.params.id } });\n  await prisma.token.deleteMany({ where: { client: req.params.id } });\n}\n",
  "src/user.ts": "export async function deleteUser(req) {\n  await prisma.letter.deleteMany({ where: { user: req.params.id } });\n  await prisma.user.delete({ where: { id: req.params.id } });\n}\n",
  "locales/en.json": '{\n  "sure": "Do you want to delete this pier? This cannot be undone.",\n  "all": "This will permanently delete all the boats and piers"\n}\n',
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

it("tells what goes with a thing, also through what is called, and that it does not come back", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "When someone deletes a pier, what goes with it, and can it be brought back?",
    lens: "non-technical",
  });
  expect(text).toMatch(/With it these are deleted, as the code does it[^]*- boat [^]*- sail [^]*- rope [^]*- pier /);
  expect(text).toMatch(/## Can it be brought back\n+No way to bring it back was found[^]*delete this pier\?/);
  expect(text).not.toContain("all the boats");
});

it("takes the call that is called after the very thing, and not after one of the same meaning", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "What is gone for good when we remove a user?",
    lens: "technical",
  });
  expect(text).toMatch(/`deleteUser`[^\n]*answers `DELETE \/users\/:id`, deletes these/);
  expect(text).toMatch(/- letter \(`src\/user\.ts`, line 2\)/);
});

const shop = (orders: string) => ({
  "package.json": files["package.json"] ?? "",
  "src/main.ts": 'import express from "express";\nimport { deleteOrder } from "./orders.ts";\n\nconst app = express();\napp.delete("/orders/:id", deleteOrder);\n',
  "src/bus.ts": 'export function removeListener(name) { bus.off(name); }\nexport function deleteCookie(res) { res.clearCookie("a"); }\n',
  "src/orders.ts": `import { removeListener, deleteCookie } from "./bus.ts";\n\n/** Takes an order away. */\n${orders}`,
}); // prettier-ignore

async function askOfOrders(orders: string, lens: "technical" | "non-technical"): Promise<string> {
  const own = await indexCodebase("shop", [{ message: "Open", files: shop(orders) }]);
  try {
    const text = "When someone deletes an order, what goes with it, and can it be brought back?";
    return (await askCodebase(own.codebase, { text, lens })).text;
  } finally {
    await own.remove();
  }
}

const marking =
  'export async function deleteOrder(req, res) {\n  removeListener("order");\n  await prisma.order.update({ where: { id: req.params.id }, data: { deletedAt: new Date() } });\n}\n';

it("says of nothing that is only marked that it is removed, and of no way back where there is one", async () => {
  for (const lens of ["technical", "non-technical"] as const) {
    const text = await askOfOrders(marking, lens);
    if (lens === "technical") expect(text).toContain("No call that restores it was found (");
    expect(text).not.toMatch(/removed/);
    const undo = "export async function undoDeletion(id) {\n  await prisma.order.update({ where: { id }, data: { deletedAt: null } });\n}\n";
    expect(await askOfOrders(marking + undo, lens)).not.toMatch(/was found(?:,|:|\.| \()|removed/);
  }
}); // prettier-ignore

it("tells nothing of a program as what is deleted, and of what goes under a condition that it does", async () => {
  const deleting =
    'export async function deleteOrder(req, res) {\n  removeListener("order");\n  deleteCookie(res);\n  if (req.query.hard) await prisma.note.deleteMany({ where: { order: req.params.id } });\n  await prisma.line.deleteMany({ where: { order: req.params.id } });\n  await prisma.order.delete({ where: { id: req.params.id } });\n}\n';
  const text = await askOfOrders(deleting, "technical");
  expect(text).toMatch(/- line \([^\n]*line 8\)[^,\n]*\n- order \([^\n]*line 9\)[^,\n]*\n- note \([^\n]*line 7\), under a condition/);
  expect(text).not.toMatch(/- (?:listener|cookie)/);
  expect(text).toContain("its rows are removed, not marked");
}); // prettier-ignore
