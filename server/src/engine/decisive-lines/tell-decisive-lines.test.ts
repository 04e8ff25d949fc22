import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

/** Limits, refusals and values that no document tells. */
const files: Record<string, string> = {
  "README.md": "# Harbour\n\nHarbour keeps boats and their papers.\n\n## Papers\n\nA paper can be uploaded to a boat and shown to the crew. A boat is invited to a mooring by its owner with a link of its own.\n",
  "app/Models/MooringInvitation.php": "<?php\n\nclass MooringInvitation extends Model\n{\n    public function expired(): bool\n    {\n        return $this->created_at->addDays(7)->isPast();\n    }\n}\n",
  "papers/picture.go": 'package papers\n\nfunc ValidPictureExtension(ext string) bool {\n\tswitch ext {\n\tcase ".gif", ".png", ".jpg":\n\t\treturn true\n\t}\n\treturn false\n}\n',
  "papers/upload.py": 'MAX_PAPER_SIZE = 10 * 1024 * 1024\n\n\ndef check_paper(paper):\n    if paper.size > MAX_PAPER_SIZE:\n        raise ValueError("The paper is too large")\n',
  "papers/charts.py": 'blocked_chart_endings = ["exe", "bat"]\nallowed_chart_endings = ["tif", "webp"]\n',
  "prisma/schema.prisma": "model Sailor {\n  id Int @id\n  badge String\n}\n",
  "sailors/update.py": 'def update_sailor_badge(badge):\n    if badge.size > 2 * 1024 * 1024:\n        raise ValueError("A file larger than 2 MB was uploaded")\n',
  "src/fleet.ts": "export function countFleet(boats: string[]): number {\n  return boats.length;\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

const ask = (text: string, lens: "technical" | "non-technical") => askCodebase(indexed.codebase, { text, lens });

describe("for somebody who reads no code a line that decides is told", () => {
  it("how long something is valid, and not by a document that says no time", async () => {
    const { text, sources } = await ask("How long is the invitation to a mooring good?", "non-technical");
    expect(text).toContain("7 days");
    expect(text).not.toContain("with a link of its own");
    expect(sources).toContainEqual(
      expect.objectContaining({ path: "app/Models/MooringInvitation.php", startLine: 7, endLine: 7 }),
    );
  });

  it("which values are taken", async () => {
    const { text } = await ask("What kinds of picture extension may I use?", "non-technical");
    expect(text).toContain(".gif, .png and .jpg");
  });

  it("by the name of their list, and not what is kept out", async () => {
    const { text } = await ask("Which kinds of chart endings are allowed?", "non-technical");
    expect(text).toContain("“Allowed chart endings” lists tif and webp");
    expect(text).not.toContain("bat");
  });

  it("how large something may be", async () => {
    const { text } = await ask("How large may a paper be?", "non-technical");
    expect(text).toMatch(/“Max paper size” is 10 MB/);
  });

  it("and is no limit of another thing than that which it bounds", async () => {
    const { text } = await ask("How large may an uploaded file be?", "non-technical");
    expect(text).not.toMatch(/What the code goes by[^]*2 MB/);
    const own = await ask("How large may the uploaded file of a sailor be?", "non-technical");
    expect(own.text).toMatch(/2 MB/);
  });

  it("nothing where no line is about it", async () => {
    const { text } = await ask("How long is a voucher good?", "non-technical");
    expect(text).not.toMatch(/7 days|10 MB/);
  });
});
