import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A shipping company: settings with comments over groups of them, and documents that tell what each is for. */
const files: Record<string, string> = {
  "package.json": '{ "name": "shipping" }\n',
  "src/settings.ts": `export const settings = {
  /** The store for papers */
  endpoint: process.env.PAPERS_ENDPOINT,
  region: process.env.PAPERS_REGION,
  key: process.env.PAPERS_KEY,

  sender: process.env.NOREPLY_MAIL,
  registration: process.env.REGISTRATION_ENABLED ?? "true",
};
`,
  "docs/configuration.mdx": `# Configuration

<ParamField path="NOREPLY_MAIL">
  Sender address of all mails. Falls back to the address of the office.
</ParamField>

<ParamField path="REGISTRATION_ENABLED">
  Set to false to disable the registration of new customers.
</ParamField>

<ParamField path="PAPERS_REGION">
  Region of the store.
</ParamField>
`,
  "docs/faq.mdx": `# Questions

<Accordion title="How long are papers of a delivery kept?">
  Papers are thrown away after thirty days. They are not read by anybody. They lie in the store. This does not apply to
  customers with a contract.
</Accordion>
`,
  "locales/en.json": `{
  "whenStale": "When does a delivery become stale?",
  "whenStaleAnswer": "A delivery becomes stale when nobody fetched it for a week."
}
`,
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("shipping", [{ message: "Everything", files }]);
});
afterAll(() => indexed.remove());

describe("settings", () => {
  it("are told with what a document says of them", async () => {
    const { text } = await askCodebase(indexed.codebase, {
      text: "How do I change the address that mails are sent from?",
    });
    expect(text).toMatch(/^\*\*`NOREPLY_MAIL`\*\*.*Sender address of all mails/);
  });

  it("of one prefix are told together, each with the comment over them or its own document", async () => {
    const { text } = await askCodebase(indexed.codebase, { text: "Which settings configure the papers store?" });
    expect(text).toMatch(/`PAPERS_ENDPOINT` \|.*The store for papers/);
    expect(text).toMatch(/`PAPERS_REGION` \|.*Region of the store\./);
    expect(text).toMatch(/`PAPERS_KEY` \|.*The store for papers/);
    expect(text).not.toContain("NOREPLY_MAIL");
  });

  it("answer people who read no code, once each", async () => {
    const { text } = await askCodebase(indexed.codebase, {
      text: "Can I restrict who may sign up?",
      lens: "non-technical",
    });
    expect(text).toMatch(
      /^Whoever runs it can set this:\n\n- “Registration enabled” \(REGISTRATION_ENABLED\) can be set[^\n]*customers/,
    );
    expect(text.match(/Registration enabled/g)).toHaveLength(1);
  });
});

describe("a text and what it answers", () => {
  it("are told together from labels of the interface", async () => {
    const { text } = await askCodebase(indexed.codebase, {
      text: "When does a delivery become stale?",
      lens: "non-technical",
    });
    expect(text).toContain(
      "“When does a delivery become stale?” — A delivery becomes stale when nobody fetched it for a week.",
    );
  });

  it("are told together from a document, with the sentence that limits it", async () => {
    const { text } = await askCodebase(indexed.codebase, {
      text: "How long are papers of a delivery kept?",
      lens: "non-technical",
    });
    expect(text).toMatch(/How long are papers of a delivery kept\? Papers are thrown away after thirty days/);
    expect(text).toContain("This does not apply to customers with a contract.");
  });
});
