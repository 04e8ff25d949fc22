import { describe, expect, it } from "vitest";

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
    '! "ships" could mean "shippingservice" or "shipments". Name the one that is meant.',
    '! What uses "notifications" the goal does not say: draw it, or name it in the goal.',
  ]);
  expect(suggest("add frobnication", shop).join(" ")).toMatch(/Say what "frobnication" is/);
});

it("says so where the words name nothing that it knows, and takes commands as they are", () => {
  expect(suggest("Make orders-api better").join(" ")).toMatch(/no part that I know.*about "orders-api".*notifications/);
  expect(suggest("connect web to orders-api")).toEqual(["web -> orders-api"]);
});

describe("a part that is there", () => {
  const shop: EditedDraft = {
    nodes: [
      node("frontend", "frontend", "Shows products, the cart and e-mails"),
      node("rewards", "api", "Counts points for each payment by card"),
      node("emailservice", "api", "Order confirmation"),
      node("paymentservice", "api", "Charges the given card"),
      node("productcatalogservice", "api", "Lists what can be bought"),
      node("recommendationservice", "api", "Recommends other products"),
      node("products", "store"),
      node("PostgreSQL", "store"),
    ],
    edges: [],
  };

  it("is used for what the goal says of it, and another one is not said to be it", () => {
    expect(suggest("Customers get a receipt by e-mail and can pay by invoice", shop)).toEqual([
      '! "emailservice" is there for "e-mail": nothing is added for it.',
      '! "paymentservice" is there for "pay": nothing is added for it.',
    ]);
    expect(suggest("Orders are paid by card", shop)).toEqual([
      '! "paymentservice" is there for "paid": nothing is added for it.',
    ]);
    expect(suggest("The recommendationservice sends an email", shop)).toEqual([
      "recommendationservice -> emailservice",
    ]);
  });

  it("is found by what is said of it, and by what is bought for it", () => {
    const on = (...nodes: EditedDraft["nodes"]): EditedDraft => ({
      nodes: [node("orders", "api"), ...nodes],
      edges: [],
    });
    expect(
      suggest("orders takes card payments", on(node("till", "api", "A service that charges credit cards"))),
    ).toEqual(["orders -> till"]);
    expect(suggest("orders can be paid by card", on(node("Stripe", "outside")))).toEqual(["orders -> Stripe"]);
    expect(suggest("orders tells by SMS", on(node("emailservice", "api"), node("Twilio", "outside")))).toEqual([
      "orders -> Twilio",
    ]);
    expect(suggest("full text search over orders", on(node("Elasticsearch", "store")))).toEqual([
      "orders -> Elasticsearch",
    ]);
    // A database is no cache.
    expect(suggest("orders are cached", on(node("PostgreSQL", "store")))).toContain("orders -> proposed-1");
  });

  it("is not claimed where its name may mean something else, or several do it", () => {
    const on = (...nodes: EditedDraft["nodes"]): EditedDraft => ({
      nodes: [node("web", "frontend"), ...nodes],
      edges: [],
    });
    expect(suggest("People pay by card", on(node("payment-history", "api")))).toEqual([
      '! "payment-history" may be there for "pay", which I cannot tell: nothing is added for it. Name the one that is meant.',
    ]);
    const accounts = on(node("account-service", "api"), node("orders", "api"), node("auth-service", "api"));
    expect(suggest("People log in", accounts)).toEqual([
      '! "auth-service" is there for "log in": nothing is added for it.',
    ]);
    expect(suggest("People pay", on(node("payment-eu", "api"), node("payments-us", "api"))).join()).toMatch(
      /"payment-eu" or "payments-us" may be there/,
    );
    expect(
      suggest("People pay", on(node("rewards", "api", "Counts points for each payment. Takes no payments."))),
    ).toEqual(
      expect.arrayContaining([
        "add api payments",
        expect.stringMatching(/"rewards" speaks of "pay", and not of doing it/),
      ]),
    );
  });

  it("is joined by what has the things that the goal is about", () => {
    expect(suggest("full text search over products", shop)).toEqual([
      "add api search",
      "productcatalogservice -> proposed-1",
    ]);
    const bare = { ...shop, nodes: shop.nodes.filter(({ name }) => !name.startsWith("product")) };
    const described = { ...bare, nodes: [...bare.nodes, node("catalogue", "api", "Keeps the articles of the shop")] };
    expect(suggest("full text search over articles", described)).toEqual(["add api search", "catalogue -> proposed-1"]);
  });
});
