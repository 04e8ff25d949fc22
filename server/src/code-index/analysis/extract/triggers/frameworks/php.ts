import type { TriggerFramework, TriggerRule } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["php"];
const scheduled: TriggerRule = { kind: "schedule", isChain: true, proof: "object", needs: "schedule" };

const schedule: TriggerFramework = {
  name: "Laravel schedule",
  languages,
  mayTrigger: /\bSchedul(?:e|ing)\b/,
  from: /^Illuminate\\(?:Console\\Scheduling|Support\\Facades)\\Schedule#/,
  objects: ["Schedule"],
  calls: {
    command: { ...scheduled, name: 0, job: 0 },
    job: { ...scheduled, handler: 0 },
    call: { ...scheduled, handler: 0, namedInChain: ["name", "description"] },
    exec: { ...scheduled, name: 0 },
  },
  examples: [
    {
      files: {
        "routes/console.php": `<?php
use Illuminate\\Support\\Facades\\Schedule;
Schedule::command('boats:tidy --all')->dailyAt('13:00')->withoutOverlapping()->onOneServer();
Schedule::job(new CountBoats)->everyFiveMinutes();
Schedule::job(new RunCommand('boats:sum'))->daily();
Schedule::call(function () {
    Boat::where('sunk', true)->delete();
})->name('prune boats')->dailyAt('02:00');
Schedule::call(fn () => app(Sums::class)->run())->hourly();
Schedule::call('App\\Docks@sweep')->weekly();
Schedule::call(function () { info('x'); if ($a) { Tides::pull(); } })->everyMinute()->description('Pulls tides');
foreach (Boat::all() as $boat) {
    Schedule::call(function () use ($boat) { $boat->paint(); })->cron($boat->frequency)->timezone($zone);
}
`,
        "app/Console/Kernel.php": `<?php
use Illuminate\\Console\\Scheduling\\Schedule;
class Kernel { protected function schedule(Schedule $schedule) {
  $schedule->command(Report::class, ['--all'])->cron('0 3 * * *');
  $schedule->call(new Sums)->weekly()->mondays()->at('8:00');
  $schedule->call(app()->make(Tides::class))->daily();
} }
`,
      },
      triggers: [
        'schedule boats:tidy --all "daily at 13:00" -> boats:tidy --all ?',
        'schedule CountBoats "every five minutes" -> CountBoats',
        'schedule RunCommand boats:sum "daily" -> RunCommand',
        'schedule Report "0 3 * * *" -> Report ?',
        'schedule Sums "weekly mondays at 8:00" -> Sums',
        'schedule Tides "daily" -> Tides',
        'schedule prune boats "daily at 02:00"',
        'schedule Sums.run "hourly" -> Sums.run',
        'schedule App\\Docks@sweep "weekly" -> App\\Docks@sweep',
        'schedule Pulls tides "every minute"',
        'schedule boat.paint "{boat.frequency}" -> boat.paint ?',
      ],
    },
  ],
};

/** The same of a class of the program's own, in the files that hold the schedule: it is told when as an argument. */
const own: TriggerRule = {
  kind: "schedule", of: "Schedule", proof: "plain", schedule: 1, hasScheduleArguments: true, needs: "schedule",
  where: /(?:^|\/)(?:routes\/console|Console\/Kernel)\.php$/,
}; // prettier-ignore
const ownSchedule: TriggerFramework = {
  name: "Laravel schedule",
  languages,
  mayTrigger: /\bSchedule::(?:command|job|call)\(/,
  calls: { command: { ...own, name: 0, job: 0 }, job: { ...own, handler: 0 }, call: { ...own, handler: 0 } },
  examples: [
    {
      files: {
        "routes/console.php": `<?php
use App\\Console\\Schedule;
Schedule::command('boats:tidy --all', 'daily');
Schedule::job(Count::class, 'minutes', 5);
`,
        "app/Other.php": `<?php
Schedule::command('boats:never', 'daily');
`,
      },
      triggers: [
        'schedule boats:tidy --all "daily" -> boats:tidy --all ?',
        'schedule Count "every 5 minutes" -> Count',
      ],
    },
  ],
};

/** Queued jobs, listeners, mails and notifications, which are one interface. */
const queue: TriggerFramework = {
  name: "Laravel queue",
  languages,
  mayTrigger: /\bShouldQueue\b/,
  from: /^Illuminate\\Contracts\\Queue\\ShouldQueue\w*#/,
  bases: {
    ShouldQueue: [
      { kind: "event-listener", topicType: "parameter", where: /Listeners?\//, hasMethod: "handle" },
      { kind: "job", where: /^(?!.*Listeners?\/)/, fields: { queue: "topic" } },
    ],
  },
  examples: [
    {
      files: {
        "app/Jobs/CountBoats.php": `<?php
use Illuminate\\Contracts\\Queue\\ShouldQueue;
class CountBoats implements ShouldQueue { public $queue = 'low'; public function handle() {} }
`,
        "app/Listeners/Congratulate.php": `<?php
use Illuminate\\Contracts\\Queue\\ShouldQueue;
class Congratulate implements ShouldQueue { public function handle(BoatSold $event) {} }
`,
        "app/Services/QueuableService.php": `<?php
use Illuminate\\Contracts\\Queue\\ShouldQueue;
abstract class QueuableService extends BaseService implements ShouldQueue { public function handle() {} }
`,
        "app/Services/Destroy.php": `<?php
use App\\Services\\QueuableService;
class Destroy extends QueuableService implements ServiceInterface { public function execute() {} }
`,
        "app/Mail/Sold.php": `<?php
use Illuminate\\Contracts\\Queue\\ShouldQueue;
class Sold extends Mailable implements ShouldQueue { public function build() {} }
`,
      },
      triggers: [
        "job CountBoats <low> -> CountBoats",
        "event-listener Congratulate <BoatSold> -> Congratulate",
        "job Sold -> Sold",
        "job Destroy -> Destroy",
      ],
    },
  ],
};

/** Listeners that a list names, or that Laravel finds by the event that their method takes. */
const events: TriggerFramework = {
  name: "Laravel events",
  languages,
  mayTrigger: /\$listen\s*=|\bEvent::listen\(|\bfunction handle\(\s*\\?[A-Z][\w\\]*\s+\$\w+\s*\)/,
  from: /^Illuminate\\Support\\Facades\\Event#/,
  listeners: ["listen"],
  classes: [
    {
      kind: "event-listener",
      topicType: "parameter",
      needs: "topic",
      where: /(?:^|\/)Listeners\//,
      hasMethod: "handle",
    },
  ],
  calls: { listen: { kind: "event-listener", topic: 0, isTopicName: true, handler: 1, of: "Event", needs: "handler" } },
  examples: [
    {
      files: {
        "app/Providers/EventServiceProvider.php": `<?php
use Illuminate\\Support\\Facades\\Event;
class EventServiceProvider extends ServiceProvider {
  protected $listen = [
    BoatSold::class => [Congratulate::class, 'App\\Handlers\\Invoice@handle'],
    \\Illuminate\\Auth\\Events\\Registered::class => [SendWelcome::class],
    'boat.painted' => Dry::class,
  ];
  protected $never = [BoatSold::class => [Never::class]];
  public function boot() { Event::listen(BoatSunk::class, Mourn::class); }
}
`,
        "app/Listeners/Congratulate.php": `<?php
class Congratulate { public function handle(BoatSold $event): void {} }
`,
        "app/Listeners/Log.php": `<?php
class Log { public function handle(\\App\\Events\\BoatSunk $event) {} }
abstract class Base { public function handle(BoatSunk $event) {} }
class Never { public function run(BoatSunk $event) {} }
`,
        "app/Http/Middleware/Never.php": `<?php
class Never { public function handle(Request $request) {} }
`,
      },
      triggers: [
        "event-listener Congratulate <BoatSold> -> Congratulate",
        "event-listener Invoice <BoatSold> -> Invoice",
        "event-listener SendWelcome <Registered> -> SendWelcome",
        "event-listener Dry <boat.painted> -> Dry",
        "event-listener Mourn <BoatSunk> -> Mourn",
        "event-listener Log <BoatSunk> -> Log",
      ],
    },
  ],
};

const artisan: TriggerFramework = {
  name: "Artisan",
  languages,
  mayTrigger: /\$signature\b|\bArtisan::command\(/,
  from: /^Illuminate\\(?:Console\\Command|Support\\Facades\\Artisan)#/,
  bases: {
    Command: { kind: "command", isFirstWord: true, fields: { signature: "name", description: "about" }, needs: "name" },
  },
  calls: { command: { kind: "command", name: 0, isFirstWord: true, needs: "name", of: "Artisan" } },
  examples: [
    {
      files: {
        "app/Console/Commands/Tidy.php": `<?php
use Illuminate\\Console\\Command;
class Tidy extends Command { protected $signature = 'boats:tidy {--all}'; protected $description = 'Tidies.'; }
`,
        "routes/console.php": `<?php
use Illuminate\\Support\\Facades\\Artisan;
Artisan::command('boats:greet {name}', function () {});
`,
      },
      triggers: ["command boats:tidy -> Tidy", "command boats:greet"],
    },
  ],
};

const symfony: TriggerFramework = {
  name: "Symfony",
  languages,
  mayTrigger:
    /\bAs(?:MessageHandler|Command|CronTask|PeriodicTask|EventListener)\b|\$defaultName\b|\b(?:MessageHandler|EventSubscriber)Interface\b/,
  from: /^Symfony\\/,
  decorators: {
    AsMessageHandler: { kind: "consumer", topicType: "parameter", topic: "handles" },
    AsCommand: { kind: "command", name: [0, "name"], about: [1, "description"], needs: "name" },
    AsCronTask: { kind: "schedule", schedule: [0, "expression"], needs: "schedule" },
    AsPeriodicTask: { kind: "schedule", schedule: [0, "frequency"], needs: "schedule" },
    AsEventListener: { kind: "event-listener", topic: [0, "event"], topicType: "parameter" },
  },
  bases: {
    Command: { kind: "command", fields: { defaultName: "name", defaultDescription: "about" }, needs: "name" },
    MessageHandlerInterface: { kind: "consumer", topicType: "parameter" },
    EventSubscriberInterface: { kind: "event-listener", hasMethod: "getSubscribedEvents" },
  },
  examples: [
    {
      files: {
        "src/Boats.php": `<?php
use Symfony\\Component\\Messenger\\Attribute\\AsMessageHandler;
use Symfony\\Component\\Console\\Attribute\\AsCommand;
use Symfony\\Component\\EventDispatcher\\EventSubscriberInterface;
use Symfony\\Component\\Scheduler\\Attribute\\AsCronTask;
use Symfony\\Component\\Scheduler\\Attribute\\AsPeriodicTask;
#[AsMessageHandler]
class OnSold { public function __invoke(BoatSold $message) {} }
#[AsCommand(name: 'boats:tidy', description: 'Tidies.')]
class Tidy extends Command {}
class OnMoved implements EventSubscriberInterface { public static function getSubscribedEvents(): array { return []; } }
#[AsCronTask('0 3 * * *')]
class Nightly { public function __invoke() {} }
#[AsPeriodicTask(frequency: '1 day', from: '12:00')]
class Daily { public function __invoke() {} }
`,
      },
      triggers: [
        "consumer OnSold <BoatSold> -> OnSold",
        "command boats:tidy -> Tidy",
        "event-listener OnMoved -> OnMoved",
        'schedule Nightly "0 3 * * *" -> Nightly',
        'schedule Daily "1 day" -> Daily',
      ],
    },
  ],
};

export const phpTriggers: readonly TriggerFramework[] = [schedule, ownSchedule, queue, events, artisan, symfony];
