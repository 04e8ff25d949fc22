import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["csharp"];

/** Namespaces may be imported for a whole project, so that names have to say enough. */
const hosting: TriggerFramework = {
  name: "Hosted service",
  languages,
  mayTrigger: /\b(?:BackgroundService|IHostedService)\b/,
  bases: {
    BackgroundService: { kind: "job", proof: "plain" },
    IHostedService: { kind: "job", proof: "plain" },
  },
  examples: [
    {
      files: {
        "Tidy.cs":
          "class TidyService(ILogger log) : BackgroundService { }\nabstract class Base : BackgroundService { }\n",
        "Count.cs": "class CountService : Base { }\n",
      },
      triggers: ["job TidyService -> TidyService"],
    },
  ],
};

const quartz: TriggerFramework = {
  name: "Quartz.NET",
  languages,
  mayTrigger: /\bIJob\b|\bWithCronSchedule\(|\bAddJob<I[A-Z]/,
  bases: { IJob: { kind: "job", proof: "plain", hasMethod: "Execute" } },
  calls: {
    WithCronSchedule: { kind: "schedule", schedule: 0, proof: "plain", needs: "schedule" },
    // Jobs that are known by interfaces of the program's own; the classes of others say themselves what they are.
    AddJob: {
      kind: "job",
      proof: "plain",
      needs: "handler",
      isHandledByType: true,
      handler: 0,
      written: /\bAddJob<\s*I[A-Z]/,
    },
  },
  examples: [
    {
      files: {
        "Tidy.cs": `using Quartz;\nclass TidyJob : IJob { public Task Execute(IJobExecutionContext context) { } }\nclass Setup { void Add(T t) { t.WithCronSchedule("0 0 3 * * ?"); } }\n`,
      },
      triggers: ["job TidyJob -> TidyJob", 'schedule 0 0 3 * * ? "0 0 3 * * ?"'],
    },
    {
      files: {
        "Plan.cs": `
class Plan {
  async Task Add(Settings s) {
    await BoatQuartz.Instance.AddJob<ITidyBoats>(nameof(ITidyBoats), "Boats", s.TidyCron);
    q.AddJob<NeverJob>(options => options.StoreDurably());
  }
}
`,
      },
      triggers: ["job ITidyBoats -> ITidyBoats"],
    },
  ],
};

/** What a job is called on where no type is named. */
const jobClient = /^(?:BackgroundJob|_?\w*[jJ]ob(?:s|Service|Client|Queue)?)$/;

const hangfire: TriggerFramework = {
  name: "Hangfire",
  languages,
  mayTrigger:
    /\b(?:RecurringJob|IRecurringJobManager|_?recurringJobs?(?:Manager)?)\b|[jJ]ob\w{0,20}\.(?:Enqueue|Schedule)[<(]/,
  objects: ["IRecurringJobManager"],
  calls: {
    AddOrUpdate: [
      { kind: "schedule", name: 0, schedule: 2, proof: "plain", needs: "schedule", isHandledByType: true, handler: 1 },
      { kind: "schedule", schedule: 1, proof: "plain", needs: "schedule", isHandledByType: true, handler: 0 },
    ],
    Enqueue: { kind: "job", proof: "plain", needs: "handler", isHandledByType: true, handler: -1, of: jobClient },
    Schedule: { kind: "job", proof: "plain", needs: "handler", isHandledByType: true, handler: 0, of: jobClient },
  },
  examples: [
    {
      files: {
        "Jobs.cs": `
using Hangfire;
class Jobs {
  void Plan() {
    RecurringJob.AddOrUpdate<TidyJob>("tidy", x => x.Run(), "0 3 * * *");
    RecurringJob.AddOrUpdate("count", () => counter.Count(), Cron.Daily(3));
    manager.AddOrUpdate("bill", Job.FromExpression<BillJob>(j => j.Run()), "0 0 1 * *", options);
  }
  string Enqueue(Expression<Action> call) => BackgroundJob.Enqueue(call);
}
`,
        "Tides.cs": `
class TidesController {
  void Load() { BackgroundJob.Enqueue(() => tides.Load(id)); }
}
`,
        "Mail.cs": `
class Mail {
  void Send() {
    _jobService.Enqueue("mail", () => mailer.Send(request));
    BackgroundJob.Schedule<SailJob>(job => job.Run(), TimeSpan.FromMinutes(1));
    _jobs.Enqueue(work);
    queue.Enqueue(() => never.Run());
  }
}
`,
      },
      triggers: [
        'schedule tidy "0 3 * * *" -> TidyJob',
        'schedule count "daily 3" -> counter.Count',
        'schedule bill "0 0 1 * *" -> BillJob',
        "job mailer.Send -> mailer.Send",
        "job SailJob -> SailJob",
        "job tides.Load -> tides.Load",
      ],
    },
  ],
};

const bases = (name: string): TriggerFramework["bases"] => ({
  [name]: { kind: "consumer", proof: "plain", topicType: "base", needs: "topic" },
});

const massTransit: TriggerFramework = {
  name: "MassTransit",
  languages,
  mayTrigger: /\bIConsumer<|\b(?:IPublishEndpoint|ISendEndpoint|IBus)\b/,
  objects: ["IPublishEndpoint", "ISendEndpoint", "IBus"],
  bases: bases("IConsumer"),
  calls: {
    Publish: { kind: "publisher", topic: 0, isTopicName: true, proof: "object" },
    Send: { kind: "publisher", topic: 0, isTopicName: true, proof: "object" },
  },
  examples: [
    {
      files: {
        "Orders.cs": "class OrderConsumer : IConsumer<OrderCreated>, IConsumer<OrderLost> { }\n",
        "Boats.cs":
          "class Boats(IBus bus) { IBus bus; void Sell() { bus.Publish(new BoatSold(1)); other.Publish(new No()); } }\n",
      },
      publishes: ["BoatSold"],
      triggers: [
        "consumer OrderConsumer <OrderCreated> -> OrderConsumer",
        "consumer OrderConsumer <OrderLost> -> OrderConsumer",
      ],
    },
  ],
};

/** What a program tells itself, over MediatR or Mediator. */
const notifications: TriggerFramework = {
  name: "MediatR",
  languages,
  mayTrigger: /\b(?:INotificationHandler|IDomainEventHandler)</,
  bases: {
    INotificationHandler: { kind: "event-listener", proof: "plain", topicType: "base", needs: "topic" },
    IDomainEventHandler: { kind: "event-listener", proof: "plain", topicType: "base", needs: "topic" },
  },
  examples: [
    {
      files: {
        "Boats.cs":
          "sealed class OnSold(IMail mail) : INotificationHandler<BoatSold>, INotificationHandler<BoatLost> { }\ninterface IDomainEventHandler<T> : INotificationHandler<T> { }\n",
      },
      triggers: ["event-listener OnSold <BoatSold> -> OnSold", "event-listener OnSold <BoatLost> -> OnSold"],
    },
  ],
};

/** NServiceBus and Rebus have the same interface. */
const messageHandlers: TriggerFramework = {
  name: "Message handler",
  languages,
  mayTrigger: /\bIHandleMessages</,
  bases: bases("IHandleMessages"),
  examples: [
    {
      files: { "Orders.cs": "class OrderHandler : IHandleMessages<OrderCreated> { }\n" },
      triggers: ["consumer OrderHandler <OrderCreated> -> OrderHandler"],
    },
  ],
};

/** The interface that programs write themselves after Microsoft's example, over any broker. */
const integrationEvents: TriggerFramework = {
  name: "Integration event",
  languages,
  mayTrigger: /\bIIntegrationEventHandler<|\bnew \w+IntegrationEvent\(/,
  bases: bases("IIntegrationEventHandler"),
  sentTypes: /^[A-Z]\w+IntegrationEvent$/,
  examples: [
    {
      files: {
        "Orders.cs": "class OnOrder : IIntegrationEventHandler<OrderCreated> { }\n",
        "Boats.cs": "class Boats { void Sell() { bus.Publish(new BoatSoldIntegrationEvent(1)); } }\n",
      },
      triggers: ["consumer OnOrder <OrderCreated> -> OnOrder"],
      publishes: ["BoatSoldIntegrationEvent"],
    },
  ],
};

const cap: TriggerFramework = {
  name: "CAP",
  languages,
  mayTrigger: /\[CapSubscribe\(/,
  decorators: { CapSubscribe: { kind: "consumer", proof: "plain", topic: 0, needs: "topic" } },
  examples: [
    {
      files: { "Boats.cs": `class Boats { [CapSubscribe("boat.sold")] public void Sold() { } }\n` },
      triggers: ["consumer Boats.Sold <boat.sold> -> Boats.Sold"],
    },
  ],
};

const commands: TriggerFramework = {
  name: "Command line",
  languages,
  mayTrigger: /\bSystem\.CommandLine\b|\[Verb\(|\bSpectre\.Console\.Cli\b/,
  decorators: { Verb: { kind: "command", name: 0, about: "HelpText", proof: "plain", needs: "name" } },
  calls: { AddCommand: { kind: "command", name: 0, proof: "plain", needs: "name" } },
  examples: [
    {
      files: {
        "Cli.cs": `using CommandLine;\n[Verb("serve", HelpText = "Serves.")]\nclass ServeOptions { }\n`,
      },
      triggers: ["command serve -> ServeOptions"],
    },
  ],
};

export const csharpTriggers: readonly TriggerFramework[] = [
  hosting,
  quartz,
  hangfire,
  massTransit,
  notifications,
  messageHandlers,
  integrationEvents,
  cap,
  commands,
];
