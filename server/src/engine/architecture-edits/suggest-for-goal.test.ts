import { expect, it } from "vitest";

import type { EditedDraft } from "./edited-draft.ts";
import { suggestForGoal } from "./suggest-for-goal.ts";

const node = (name: string, form: EditedDraft["nodes"][number]["form"], description = "") => {
  return { nodeId: name, form, name, description };
};
const draft: EditedDraft = {
  nodes: [
    node("web", "frontend"),
    node("orders-api", "api", "Takes orders of tickets"),
    node("mailer", "api", "Sends mails to customers"),
    node("orders-db", "database"),
  ],
  edges: [{ sourceId: "orders-api", targetId: "mailer", stance: "allowed", isInCode: true }],
};

function suggest(goal: string, on = draft): string[] {
  const { changes, problems } = suggestForGoal(goal, on);
  const said = changes.map((change) => {
    if (change.kind === "added") return `add ${change.form} ${change.name}`;
    return change.kind === "joined" ? `${change.sourceId} -> ${change.targetId}` : change.kind;
  });
  return [...said, ...problems.map((problem) => `! ${problem}`)];
}

it("places what the goal's words call for, used by what it names", () => {
  expect(suggest("Orders API should let customers pay online")).toEqual([
    "add api payments",
    "orders-api -> proposed-1",
  ]);
  expect(
    suggestForGoal("Orders API should let customers pay online", draft).changes.map(({ reason }) => reason),
  ).toEqual(['The goal says "pay".', 'The goal names "orders-api".']);
});

it("uses a part that is there before it adds one", () => {
  expect(suggest("E-mail people whose orders changed, from web")).toEqual(["web -> mailer"]);
  expect(suggest("orders-api sends an e-mail")).toEqual(['! "mailer" is there for "e-mail": nothing is added for it.']);
});

it("does not say who uses a part where the goal does not", () => {
  expect(suggest("People search for ferries")).toEqual([
    "add api search",
    '! What uses "search" the goal does not say: draw it, or name it in the goal.',
  ]);
  const alone = { nodes: [node("api", "api"), node("web", "frontend")], edges: [] };
  expect(suggest("An app for Android", alone)).toEqual(["add frontend mobile-app", "proposed-1 -> api"]);
});

it("takes what a goal that begins as a command asks for, and whom it means by a word of their names", () => {
  const shop = {
    nodes: ["frontend", "productcatalogservice", "shippingservice", "checkoutservice"].map((name) =>
      node(name, name === "frontend" ? "frontend" : "api"),
    ),
    edges: [],
  };
  expect(suggest("add full text search over products", shop)).toEqual([
    "add api search",
    "productcatalogservice -> proposed-1",
  ]);
  expect(suggest("send push notifications to phones when an order ships", shop)).toEqual([
    "add api notifications",
    "shippingservice -> proposed-1",
  ]);
  const both = { ...shop, nodes: [...shop.nodes, node("shipments", "api")] };
  expect(suggest("notify people when an order ships", both)).toEqual([
    "add api notifications",
    '! What uses "notifications" the goal does not say: draw it, or name it in the goal.',
  ]);
  expect(suggest("add frobnication", shop).join(" ")).toMatch(/Say what "frobnication" is/);
});

it("says so where the words name nothing that it knows, and takes commands as they are", () => {
  expect(suggest("Make orders-api better").join(" ")).toMatch(/no part that I know.*about "orders-api".*notifications/);
  expect(suggest("connect web to orders-api")).toEqual(["web -> orders-api"]);
});
