import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

/** Schedules, events, and the queues of the Bull modules. */
export const nestJobs: TriggerFramework = {
  name: "Nest",
  languages: ["typescript", "tsx", "javascript"],
  mayTrigger: /@nestjs\/(?:schedule|bull|bullmq|event-emitter)\b/,
  from: /^@nestjs\/(?:schedule|bull|bullmq|event-emitter)#/,
  decorators: {
    Cron: { kind: "schedule", schedule: 0, name: "name", needs: "schedule" },
    Interval: { kind: "schedule", schedule: -1, unit: "milliseconds", needs: "schedule" },
    Processor: { kind: "consumer", topic: [0, "name"], needs: "topic" },
    // What a queue is given under a name has a method of its own.
    Process: { kind: "job", name: [0, "name"], needs: "name" },
    OnEvent: { kind: "event-listener", topic: 0, isTopicName: true, needs: "topic" },
    InjectQueue: { kind: "publisher", topic: 0 },
  },
  examples: [
    {
      files: {
        "names.ts": `export enum QueueName { SUMS = "sums" }\n`,
        "tasks.ts": `
import { QueueName } from "./names.ts";
import { Cron, CronExpression, Interval } from "@nestjs/schedule";
import { InjectQueue, Processor } from "@nestjs/bullmq";
@Injectable()
export class Tasks {
  constructor(@InjectQueue("mail") private readonly mails: Queue) {}
  @Cron(CronExpression.EVERY_DAY_AT_3AM)
  tidy() {}
  @Cron("*/5 * * * *", { name: "counting" })
  count() {}
  @Interval("beat", 30000)
  beat() {}
}
@Processor(QueueName.SUMS)
export class SumProcessor extends WorkerHost {}
@Processor("mail")
export class MailProcessor extends WorkerHost {}
@Processor("tides")
export class TideProcessor {
  @Process({ name: "load", concurrency: 2 })
  load() {}
  @Process()
  rest() {}
}
`,
        "listeners.ts": `
import { OnEvent } from "@nestjs/event-emitter";
export class BoatListener {
  @OnEvent("boat.sold")
  congratulate() {}
  @OnEvent(BoatMovedEvent.getName())
  track() {}
}
`,
      },
      triggers: [
        'schedule Tasks.tidy "every day at 3am" -> Tasks.tidy',
        'schedule counting "*/5 * * * *" -> Tasks.count',
        'schedule Tasks.beat "every 30 seconds" -> Tasks.beat',
        "consumer MailProcessor <mail> -> MailProcessor",
        "consumer SumProcessor <sums> -> SumProcessor",
        "consumer TideProcessor <tides> -> TideProcessor",
        "job load -> TideProcessor.load",
        "event-listener BoatListener.congratulate <boat.sold> -> BoatListener.congratulate",
        "event-listener BoatListener.track <BoatMovedEvent> -> BoatListener.track",
      ],
      publishes: ["mail"],
    },
  ],
};
