import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["java", "kotlin"];
const milliseconds = "milliseconds";

const spring: TriggerFramework = {
  name: "Spring",
  languages,
  mayTrigger: /@(?:Scheduled|EventListener|TransactionalEventListener)\b|\bApplicationListener</,
  from: /^org\.springframework\./,
  decorators: {
    Scheduled: [
      { kind: "schedule", schedule: "cron", needs: "schedule" },
      ...["fixedRate", "fixedDelay", "fixedRateString", "fixedDelayString"].map((schedule) => ({
        kind: "schedule" as const,
        schedule,
        unit: milliseconds,
        unitFrom: "timeUnit",
        needs: "schedule" as const,
      })),
    ],
    EventListener: { kind: "event-listener", topic: [0, "classes"], topicType: "parameter" },
    TransactionalEventListener: { kind: "event-listener", topic: [0, "classes"], topicType: "parameter" },
  },
  bases: { ApplicationListener: { kind: "event-listener", topicType: "base" } },
  examples: [
    {
      files: {
        "src/main/java/Tasks.java": `
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.context.event.EventListener;
class Tasks {
  @Scheduled(cron = "0 0 3 * * *") public void tidy() {}
  @Scheduled(fixedRate = 5, timeUnit = TimeUnit.MINUTES) void beat() {}
  @Scheduled(fixedDelayString = "\${boats.delay}") void count() {}
  @Scheduled(fixedRateString = "\${boats.count-rate:30000}") void tell() {}
  @Scheduled(cron = "\${boats.nightly}") void sweep() {}
  @EventListener void sold(BoatSold event) {}
}
`,
        "src/main/resources/application.yml": 'boats:\n  nightly: "0 0 4 * * *"\n',
      },
      triggers: [
        'schedule Tasks.tidy "0 0 3 * * *" -> Tasks.tidy',
        'schedule Tasks.beat "every 5 minutes" -> Tasks.beat',
        'schedule Tasks.count "${boats.delay}" -> Tasks.count ?',
        'schedule Tasks.tell "every 30 seconds" -> Tasks.tell',
        'schedule Tasks.sweep "0 0 4 * * *" -> Tasks.sweep',
        "event-listener Tasks.sold <BoatSold> -> Tasks.sold",
      ],
    },
  ],
};

const quarkus: TriggerFramework = {
  name: "Quarkus",
  languages,
  mayTrigger: /io\.quarkus\.scheduler/,
  from: /^io\.quarkus\.scheduler/,
  decorators: {
    Scheduled: ["cron", "every"].map((schedule) => ({
      kind: "schedule" as const,
      schedule,
      name: "identity",
      needs: "schedule" as const,
    })),
  },
  examples: [
    {
      files: {
        "src/main/java/Tasks.java": `import io.quarkus.scheduler.Scheduled;\nclass Tasks {\n  @Scheduled(every = "10s") void beat() {}\n  @Scheduled(cron = "0 0 3 * * ?", identity = "tidying") void tidy() {}\n}\n`,
      },
      triggers: ['schedule Tasks.beat "10s" -> Tasks.beat', 'schedule tidying "0 0 3 * * ?" -> Tasks.tidy'],
    },
  ],
};

const micronaut: TriggerFramework = {
  name: "Micronaut",
  languages,
  mayTrigger: /io\.micronaut\.scheduling/,
  from: /^io\.micronaut\.scheduling/,
  decorators: {
    Scheduled: ["cron", "fixedRate", "fixedDelay"].map((schedule) => ({
      kind: "schedule" as const,
      schedule,
      needs: "schedule" as const,
    })),
  },
  examples: [
    {
      files: {
        "src/main/java/Tasks.java": `import io.micronaut.scheduling.annotation.Scheduled;\nclass Tasks {\n  @Scheduled(fixedDelay = "10s") void beat() {}\n}\n`,
      },
      triggers: ['schedule Tasks.beat "10s" -> Tasks.beat'],
    },
  ],
};

const quartz: TriggerFramework = {
  name: "Quartz",
  languages,
  mayTrigger: /\borg\.quartz\b|\bQuartzJobBean\b/,
  from: /^org\.quartz\b|\bQuartzJobBean\b/,
  bases: {
    Job: { kind: "job", needs: "handler" },
    StatefulJob: { kind: "job" },
    InterruptableJob: { kind: "job" },
    QuartzJobBean: { kind: "job" },
  },
  calls: { cronSchedule: { kind: "schedule", schedule: 0, needs: "schedule" } },
  examples: [
    {
      files: {
        "src/main/java/TidyJob.java": `import org.quartz.*;\nclass TidyJob implements Job {\n  void plan() { newTrigger().withSchedule(CronScheduleBuilder.cronSchedule("0 0 3 * * ?")); }\n}\n`,
      },
      triggers: ["job TidyJob -> TidyJob", 'schedule 0 0 3 * * ? "0 0 3 * * ?"'],
    },
  ],
};

/** The schedulers of Java's own library; what is made anew at each call is none of the program's schedules. */
const executors: TriggerFramework = {
  name: "ScheduledExecutorService",
  languages,
  mayTrigger: /\.schedule(?:AtFixedRate|WithFixedDelay)\(/,
  calls: {
    scheduleAtFixedRate: {
      kind: "schedule",
      schedule: 2,
      unitFrom: 3,
      handler: 0,
      isNamedByFunction: true,
      proof: "plain",
      needs: "schedule",
    },
    scheduleWithFixedDelay: {
      kind: "schedule",
      schedule: 2,
      unitFrom: 3,
      handler: 0,
      isNamedByFunction: true,
      proof: "plain",
      needs: "schedule",
    },
  },
  examples: [
    {
      files: {
        "src/main/java/Upkeep.java": `
class Upkeep {
  void start() {
    executor.scheduleAtFixedRate(
        () -> {
          try {
            enforce();
          } catch (RuntimeException e) {
            LOGGER.error("failed", e);
          }
        },
        delay.toMillis(),
        interval.toMillis(),
        TimeUnit.MILLISECONDS);
    executor.scheduleAtFixedRate(() -> { count(); sum(); }, 0, 1, TimeUnit.HOURS);
  }
}
`,
        "src/main/java/Tidy.java": `
class Tidy implements Runnable {
  private static final long PERIOD_MINUTES = 15;
  void start(ScheduledExecutorService executor) {
    executor.scheduleAtFixedRate(this, 0, PERIOD_MINUTES, TimeUnit.MINUTES);
    executor.scheduleWithFixedDelay(counter::count, 1, 2, TimeUnit.HOURS);
  }
}
`,
      },
      triggers: [
        'schedule Tidy "every 15 minutes" -> Tidy',
        'schedule enforce "{interval.toMillis()}" -> enforce ?',
        'schedule Upkeep.start "every hour" -> Upkeep.start',
        'schedule counter::count "every 2 hours" -> counter::count',
      ],
    },
  ],
};

const dbScheduler: TriggerFramework = {
  name: "db-scheduler",
  languages,
  mayTrigger: /\bcom\.github\.kagkarlsson\b/,
  from: /^com\.github\.kagkarlsson\b/,
  calls: {
    recurring: { kind: "schedule", name: 0, schedule: 1, needs: "schedule", of: "Tasks" },
    oneTime: { kind: "job", name: 0, needs: "name", of: "Tasks" },
  },
  // Programs that name and plan many write a function of their own.
  namedLike: [
    {
      part: "calls",
      name: /^(?:recurring|scheduled|periodic|cron)(?:Task|Job)\w*$/,
      rule: { kind: "schedule", name: 0, schedule: 1, handler: 2, isNamed: true, needs: "schedule", proof: "plain" },
    },
  ],
  examples: [
    {
      files: {
        "src/main/java/Tasks.java": `
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
class Plan {
  List<Task> all() {
    return List.of(
      Tasks.recurring("tidy", FixedDelay.of(Duration.ofMinutes(5))).execute((one, context) -> tidy()),
      Tasks.oneTime("mail", Mail.class).execute((one, context) -> send()),
      recurringTask("Count Boats", cronOf(config, Keys.COUNT_CRON), new CountBoats(client)),
      recurringTask(name, cronOf(config, name), task));
  }
}
`,
      },
      triggers: ['schedule tidy "every 5 minutes"', "job mail", 'schedule Count Boats "{config}" -> CountBoats ?'],
    },
  ],
};

export const javaJobs: readonly TriggerFramework[] = [spring, quarkus, micronaut, quartz, executors, dbScheduler];
