import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { draftTriggers } from "#server/engine/pages/service/draft-triggers.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function written(files: Record<string, string>): Promise<string> {
  indexed = await indexFiles("quays", [{ message: "Begin", files }]);
  const subject: PageSubject = { name: "Quays", scopes: [openScope(indexed, "/")], service: null, services: [] };
  const drafted = await draftTriggers(subject);
  return (drafted && (await setDraft(drafted, subject)))?.content ?? "";
}

const base = `export abstract class BaseTask { abstract perform(): Promise<void>; }
export abstract class CronTask extends BaseTask { public abstract get cron(): { interval: string }; }
`;
const models = `import { Model, Table, Column } from "sequelize-typescript";
@Table({ tableName: "tickets" })
export class Ticket extends Model {
  @Column expiresAt: Date;
}
`;
const taskOf = (name: string, body: string, interval = "TaskInterval.Day") => `import { CronTask } from "./base";
import { Ticket } from "./models";
export default class ${name} extends CronTask {
  public async perform() {
${body}
  }
  public get cron() {
    return {
      interval: ${interval},
    };
  }
}
`;

it("tells by the clock when the class of a job says so, and which rows it takes", async () => {
  const sweep = taskOf(
    "SweepTicketsTask",
    `    const days = 30;
    const oldest = subDays(new Date(), days);
    const count = await Ticket.destroy({
      where: {
        expiresAt: { [Op.lt]: oldest },
        ...this.partitionOf("id"),
      },
    });`,
  );
  const text = await written({
    "package.json": '{ "name": "quays", "dependencies": { "sequelize-typescript": "2.0.0" } }',
    "src/base.ts": base,
    "src/models.ts": models,
    "src/sweep.ts": sweep,
    "src/count.ts": taskOf("CountTask", "    await tally();"),
    "src/weigh.ts": taskOf("WeighTask", "    await scale();"),
  });
  expect(text).toContain("By the clock:");
  expect(text).toContain(
    "| `TaskInterval.Day` | `SweepTicketsTask` | Deletes from `tickets`. Which rows of `tickets`: `expiresAt: { [Op.lt]: oldest }`, where `oldest` is `subDays(new Date(), days)` and `days` is `30`. |",
  );
  // Those of which nothing more is known are one row.
  expect(text).toMatch(
    /\| `TaskInterval\.Day` \| `CountTask` and `WeighTask` \|  \| `src\/count\.ts` and `src\/weigh\.ts`/,
  );
});

it("tells no choice of other rows that are read before, and that of the same rows", async () => {
  const body = `    const late = await Captain.findAll({ where: { endedAt: { [Op.ne]: null } } });
    await Ticket.findAllInBatches(
      { attributes: ["id"], where: { expiresAt: { [Op.lt]: subMonths(new Date(), 3) } } },
      async (tickets) => {
        await Ticket.destroy({ where: { id: { [Op.in]: tickets.map((one) => one.id) } } });
      },
    );`;
  const other = `    const late = await Captain.findAll({ where: { endedAt: { [Op.ne]: null } } });
    await Ticket.destroy({ where: { captainId: late.map((one) => one.id) } });`;
  const text = await written({
    "package.json": '{ "name": "quays", "dependencies": { "sequelize-typescript": "2.0.0" } }',
    "src/base.ts": base,
    "src/models.ts": models,
    "src/sweep.ts": taskOf("SweepTask", body),
    "src/leave.ts": taskOf("LeaveTask", other),
    "src/honk.ts":
      "import { BaseTask } from './base';\nexport default class HonkTask extends BaseTask {\n  public async perform() {\n    if (this.isLate) {\n      await sendMessage(this);\n    }\n    more();\n  }\n}\n",
  });
  expect(text).toMatch(
    /`SweepTask` \| Deletes from `tickets`\. Which rows of `tickets`: `expiresAt: \{ \[Op\.lt\]: subMonths\(new Date\(\), 3\) \}`\./,
  );
  expect(text).not.toContain("HonkTask");
  expect(text).toMatch(/`LeaveTask` \| Deletes from `tickets`\. \|/);
});

it("tells the events that the class of a job waits for, and no comment from inside its work", async () => {
  const text = await written({
    "src/base.ts":
      "export default abstract class BaseProcessor { static applicableEvents: string[] = []; abstract perform(): void; }\n",
    "src/keys.ts": `import BaseProcessor from "./base";
export class KeysProcessor extends BaseProcessor {
  static applicableEvents: Event["name"][] = ["ports.update", "ports.close"];

  async perform(event: PortEvent) {
    // If captains may no longer hold keys of their own, those that
    // they made before open nothing any more.
    if (event.closed) await this.drop(event);
  }
}
`,
  });
  expect(text).toContain("By events of the program:");
  expect(text).toContain("| `ports.update` and `ports.close` | `KeysProcessor` |");
  expect(text).not.toContain("captains");
});
