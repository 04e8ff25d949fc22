import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A harbour whose berths only some may free, one of which is guarded where it is called and one inside. */
const files: Record<string, string> = {
  "src/session-guard.ts": 'export class SessionGuard {\n  /** Lets through who is signed in. */\n  canActivate(request: { user: string | null }): boolean {\n    if (request.user === null) return false;\n    return true;\n  }\n}\n',
  "src/berths/berths.controller.ts": `import { Controller, Delete, Get, UseGuards } from "@nestjs/common";
import { SessionGuard } from "../session-guard.ts";
import { BerthService } from "./berth-service.ts";

@Controller("berths")
export class BerthsController {
  constructor(private readonly berthService: BerthService) {}

  @UseGuards(SessionGuard)
  @Delete(":id")
  async removeBerth(id: string): Promise<void> {
    await this.berthService.removeBerth(id);
  }

  @Get(":id")
  async showBerth(id: string): Promise<string> {
    return id;
  }
}
`,
  "src/berths/berth-service.ts": 'export class BerthService {\n  constructor(private readonly berthRepository: { delete(id: string): Promise<void> }) {}\n\n  async removeBerth(id: string): Promise<void> {\n    await this.berthRepository.delete(id);\n  }\n}\n',
  "src/anchors/anchor-rights.ts": "/** Whether a sailor owns an anchor. */\nexport function hasAnchorAccess(sailor: string, owner: string): boolean {\n  if (sailor === owner) return true;\n  return sailor.startsWith('captain');\n}\n",
  "src/anchors/lift-anchor.ts": `import { hasAnchorAccess } from "./anchor-rights.ts";

export function liftAnchor(sailor: string, owner: string) {
  if (!hasAnchorAccess(sailor, owner)) {
    return { response: "Only its owner may lift this anchor.", status: 403 };
  }
  return { response: "lifted", status: 200 };
}

export function paintAnchor(colour: string): string {
  return colour;
}
`,
  "src/charts/fetch-chart.ts": `export async function fetchChart(settings: { allowFetching: boolean; limit: number }, address: string): Promise<string> {
  if (!settings.allowFetching) {
    throw new Error("Fetching of charts is not allowed!");
  }
  const response = await fetch(address);
  if (size(response) > settings.limit) {
    response.cancel();
    throw new Error("The chart is too big!");
  }
  const form = { permission: "chart.fetch" };
  return store(form, response);
}
`,
  "src/flags.ts": "/** Raises a new flag by mail. */\nexport function sendNewFlagMail(flag: string): void {\n  mailer.sendMail(flag);\n}\n\nexport function addFlag(flag: string): void {\n  flagStore.insert({ flag });\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

async function ask(text: string): Promise<string> {
  return (await askCodebase(indexed.codebase, { text })).text;
}

describe("who may do something", () => {
  it("is told by what guards the call, with the code of the guard", async () => {
    const answer = await ask("Where is it decided whether a user may remove a berth?");
    expect(answer).toMatch(/^In `src\/berths\/berths\.controller\.ts`, line \d+: \*\*`BerthsController\.removeBerth`/);
    expect(answer).toMatch(/Only what passes `UseGuards\(SessionGuard\)` .* reaches it/);
    expect(answer).toMatch(/What decides is `SessionGuard\.canActivate`/);
    expect(answer).toMatch(/if \(request\.user === null\) return false;/);
  });

  it("is asked by no call that only begins like it, and by no line that nothing follows from", async () => {
    const answer = await ask("Where is it decided whether somebody may fetch a chart?");
    expect(answer).toContain("fetchChart");
    expect(answer).not.toMatch(/asks whether somebody may/);
  });

  it("is told by the refusal and what it asks, where the function itself refuses", async () => {
    const answer = await ask("Where is it decided whether a sailor may lift an anchor?");
    expect(answer).toMatch(/^In `src\/anchors\/lift-anchor\.ts`, line 3/);
    expect(answer).toMatch(/It refuses with `403` “Only its owner may lift this anchor\.” where `!hasAnchorAccess\(/);
    expect(answer).toMatch(/What decides is `hasAnchorAccess`/);
  });
});

it("the call that is answered tells what guards it, also where nobody asks who may", async () => {
  expect(await ask("How is a berth removed?")).toMatch(
    /which answers `DELETE \/berths\/:id`|answers `DELETE \/berths\/:id`/,
  );
});

it("a name that says another act does not lead", async () => {
  expect(await ask("How is a new flag added?")).toMatch(/^\*\*`addFlag`\*\*/);
});
