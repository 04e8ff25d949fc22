import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A chandler's shop: an order goes from its request through a service to the store, a mail and a job. */
const files: Record<string, string> = {
  "package.json": '{ "name": "chandler", "dependencies": { "express": "5.0.0" } }\n',
  "src/server.ts": 'import express from "express";\nimport { postOrder } from "./orders/order-routes.ts";\n\nexport const app = express();\napp.post("/orders", postOrder);\n',
  "src/orders/order-routes.ts": `import { OrderService } from "./order-service.ts";

const orderService = new OrderService();

export function postOrder(request: { rope: number }): void {
  orderService.placeOrder(request.rope);
}
`,
  "src/orders/order-service.ts": `import { OrderStore } from "./order-store.ts";
import { logger } from "../log.ts";
import { sendReceipt } from "./receipt.ts";

export class OrderService {
  private orderStore = new OrderStore();

  placeOrder(rope: number): void {
    logger.info("an order");
    if (rope > 100) {
      throw new Error("The order is too long");
    }
    this.orderStore.saveOrder(rope);
    sendReceipt(rope);
    this.packingQueue.add({ rope });
  }

  private packingQueue: { add(job: object): void } = { add: () => undefined };
}
`,
  "src/orders/order-store.ts": `import { database } from "../database.ts";

export class OrderStore {
  saveOrder(rope: number): void {
    database.insert("orders", rope);
  }
}
`,
  "src/orders/receipt.ts": `import { mailer } from "../mailer.ts";

/** Tells a customer what an order costs. */
export function sendReceipt(rope: number): void {
  mailer.sendMail(String(rope));
}
`,
  "src/refunds/refund-controller.ts": `import { RefundService } from "./refund-service.ts";

export class RefundController {
  private refundService = new RefundService();

  /** Pays a refund to a customer. */
  payRefund(amount: number): string {
    this.refundService.payRefund(amount);
    return this.refundService.describeRefund(amount);
  }
}
`,
  "src/refunds/refund-service.ts": `import { database } from "../database.ts";

export class RefundService {
  payRefund(amount: number): void {
    database.insert("refunds", amount);
  }

  describeRefund(amount: number): string {
    return String(amount);
  }
}
`,
  "src/log.ts": "export const logger = { info(text: string): void { void text; } };\n",
  "src/mailer.ts": "export const mailer = { sendMail(text: string): void { void text; } };\n",
  "src/database.ts": "export const database = { insert(table: string, row: number): void { void [table, row]; } };\n",
  "src/screens/order-page.tsx": "export function OrderPage() {\n  return <p>Place your order of rope</p>;\n}\n",
  "src/config.ts": `/** How many metres of rope one order may have at most. */
export const longestRope = Number(process.env.ORDER_LONGEST_ROPE ?? 100);

/** Whether new customers may sign up. */
export const signups = process.env.CUSTOMER_SIGNUPS ?? "true";

export function mayOrder(rope: number): boolean {
  return rope <= longestRope;
}
`,
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("chandler", [{ message: "Sell rope", files }]);
});
afterAll(() => indexed.remove());

async function ask(text: string) {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  return { answer, cited: sources.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`) };
}

describe("how something is done", () => {
  it("goes on into what has the name of its handler", async () => {
    const { answer } = await ask("How does RefundController.payRefund work?");
    expect(answer).toMatch(/^\*\*`RefundController\.payRefund`\*\*/);
    expect(answer).toMatch(
      /^1\. line 8 calls `RefundService\.payRefund` \(`src\/refunds\/refund-service\.ts`, line 4\), which writes: `database\.insert\("refunds", amount\);`/m,
    );
  });

  it("is told in numbered steps down to what is written, sent and put in line, each with its lines", async () => {
    const { answer, cited } = await ask("How does an order get placed?");
    expect(answer).toMatch(/^\*\*`OrderService\.placeOrder`\*\*/);
    const steps = answer.split("\n").filter((line) => /^\d\. /.test(line));
    expect(steps).toEqual([
      expect.stringMatching(/^1\. line 13 calls `OrderStore\.saveOrder` \(`src\/orders\/order-store\.ts`, line 4\), which writes: `database\.insert\("orders", rope\);`/),
      expect.stringMatching(/^2\. line 14 calls `sendReceipt` \(`src\/orders\/receipt\.ts`, line 4\) — Tells a customer/),
      expect.stringMatching(/^3\. line 15 puts a job in line: `this\.packingQueue\.add\(\{ rope \}\);`/),
    ]);
    expect(cited).toContain("src/orders/order-store.ts:5-5");
    expect(steps.join()).not.toMatch(/logger/i);
  }); // prettier-ignore

  it("begins with the request that starts it", async () => {
    const { answer } = await ask("How does postOrder work?");
    expect(answer).toMatch(/^\*\*`postOrder`\*\*[^\n]*\n\nIt answers `POST \/orders`\. \[\d\]/);
    expect(answer).toMatch(/^\d\. .*`OrderStore\.saveOrder`/m);
  });

  it("is short, and says where to go on in three lines at most", async () => {
    const { answer } = await ask("How does an order get placed?");
    expect(answer.match(/^### /gm) ?? []).toEqual(["### "]);
    expect(answer.split("### Where to go on\n\n")[1]?.split("\n").length).toBeLessThanOrEqual(3);
    expect(answer.replaceAll(/^```[\s\S]*?^```/gm, "").split(/\s+/).length).toBeLessThan(120);
  });
});

it("what happens when is answered by the condition and what follows it", async () => {
  const { answer, cited } = await ask("What happens when an order is too long?");
  expect(answer).toMatch(/^Where `if \(rope > 100\) \{` holds, \*\*`OrderService\.placeOrder`\*\* \(`src\/orders\/order-service\.ts`, line 10\) goes on so\./);
  expect(answer).toContain('throw new Error("The order is too long");');
  expect(cited[0]).toBe("src/orders/order-service.ts:10-12");
}); // prettier-ignore

describe("how something is set", () => {
  it.each([
    ["How do I disable new sign-ups?", "CUSTOMER_SIGNUPS", "true", "Whether new customers may sign up."],
    ["How can I change the longest rope of an order?", "ORDER_LONGEST_ROPE", "100", "How many metres of rope"],
  ])("is answered by the setting with its default and meaning: %s", async (question, name, value, meaning) => {
    const { answer, cited } = await ask(question);
    expect(answer.split("\n")[0]).toMatch(new RegExp(`^\\*\\*\`${name}\`\\*\\* is read in \`src/config\\.ts\`, line \\d; its default is \`${value}\``));
    expect(answer.split("\n")[0]).toContain(meaning);
    expect(cited[0]).toMatch(/^src\/config\.ts:/);
  }); // prettier-ignore

  it("is not answered by a setting that only shares a word", async () => {
    for (const question of [
      "How can I change the colour of an order?",
      "How do I change the letters that customers are sent?",
    ])
      expect((await ask(question)).answer).not.toMatch(/ORDER_LONGEST_ROPE|CUSTOMER_SIGNUPS/);
  });
});
