import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

import { pause } from "./pause.ts";

const name = "Loop";
const milliseconds = "milliseconds";

const go: TriggerFramework = {
  name,
  languages: ["go"],
  mayTrigger: /\btime\.(?:Sleep|After|AfterFunc)\(/,
  from: /^time#/,
  calls: {
    Sleep: { ...pause, schedule: 0, of: "time" },
    After: { ...pause, schedule: 0, of: "time" },
    AfterFunc: { ...pause, schedule: 0, of: "time", restarts: 1 },
  },
  examples: [
    {
      files: {
        "tidy.go": `
package boats
import "time"
const harbourPeriod = 10 * time.Minute
func cleanUp(periodic bool) {
	sweep()
	if periodic {
		time.Sleep(20 * time.Minute)
		go cleanUp(true)
	}
}
func (s *Server) monitor() {
	go func() {
		measure()
		time.Sleep(time.Minute)
		s.monitor()
	}()
}
func count(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(harbourPeriod):
			countAll()
		}
	}
}
func (s *Store) startSweep(ctx context.Context) {
	s.group.Go(func() error {
		for { select { case <-time.After(s.sweepInterval): s.sweep(ctx); case <-ctx.Done(): return nil } }
	})
}
func (s *Store) flush() {
	s.write()
	s.timer = time.AfterFunc(time.Hour, s.flush)
}
`,
        "never.go": `
package boats
import "time"
func try() error {
	if err := open(); err != nil {
		time.Sleep(time.Second)
		return try()
	}
	return nil
}
func ready() {
	for {
		if isReady() {
			break
		}
		time.Sleep(time.Second)
	}
}
func once() { time.AfterFunc(time.Hour, func() { unlock() }) }
func idle(events chan string) {
	for {
		select {
		case one := <-events:
			take(one)
		case <-time.After(time.Minute):
			tidy()
		}
	}
}
`,
      },
      triggers: [
        'schedule cleanUp "every 20 minutes" -> cleanUp',
        'schedule Server.monitor "every minute" -> Server.monitor',
        'schedule count "every 10 minutes" -> count',
        'schedule Store.flush "every hour" -> Store.flush',
        'schedule Store.startSweep "{s.sweepInterval}" -> Store.startSweep ?',
      ],
    },
  ],
};

const python: TriggerFramework = {
  name,
  languages: ["python"],
  mayTrigger: /\bwhile (?:True|1|not )|\bTimer\(/,
  from: /^(?:asyncio|time|trio|anyio|gevent|eventlet|threading)#/,
  calls: {
    sleep: { ...pause, schedule: 0 },
    wait: { ...pause, schedule: [0, "timeout"], of: /stop|exit|shut|quit|event/i, proof: "plain" },
    Timer: { ...pause, schedule: 0, restarts: 1 },
  },
  examples: [
    {
      files: {
        "tidy.py": `
import asyncio, threading, time
from datetime import timedelta
INTERVAL = 3600
class Tidy:
    async def run(self):
        while True:
            try:
                await self.sweep()
            except Exception:
                await asyncio.sleep(5)
            await asyncio.sleep(INTERVAL)
    def loop(self):
        while not self._stop.wait(60):
            self.sweep()
def count():
    count_all()
    threading.Timer(30, count).start()
def ready():
    while True:
        if is_ready():
            break
        time.sleep(5)
def alive():
    while True:
        time.sleep(int(1000))
def tries():
    attempts = 0
    while True:
        attempts += 1
        time.sleep(5)
`,
      },
      triggers: [
        'schedule Tidy.run "every hour" -> Tidy.run',
        'schedule Tidy.loop "every minute" -> Tidy.loop',
        'schedule count "every 30 seconds" -> count',
      ],
    },
  ],
};

const jvm: TriggerFramework = {
  name,
  languages: ["java", "kotlin"],
  mayTrigger: /\bwhile ?\((?:true|!|\w*(?:[rR]unning|[aA]ctive))/,
  calls: {
    sleep: { ...pause, schedule: 0, unit: milliseconds, of: "Thread", proof: "plain" },
    delay: { ...pause, schedule: 0, unit: milliseconds, proof: "plain" },
  },
  examples: [
    {
      files: {
        "src/main/java/Tidy.java":
          "class Tidy implements Runnable {\n  public void run() {\n    while (!Thread.currentThread().isInterrupted()) {\n      sweep();\n      Thread.sleep(60_000);\n    }\n  }\n}\n",
        "src/main/kotlin/Count.kt":
          "class Count {\n  suspend fun run() {\n    while (isActive) {\n      count()\n      delay(5000)\n    }\n  }\n}\n",
      },
      triggers: ['schedule Tidy.run "every minute" -> Tidy.run', 'schedule Count.run "every 5 seconds" -> Count.run'],
    },
  ],
};

const csharp: TriggerFramework = {
  name,
  languages: ["csharp"],
  mayTrigger: /\b(?:Task\.Delay|Thread\.Sleep|PeriodicTimer|Timer)\(/,
  calls: {
    Delay: { ...pause, schedule: 0, unit: milliseconds, of: "Task", proof: "plain" },
    Sleep: { ...pause, schedule: 0, unit: milliseconds, of: "Thread", proof: "plain" },
    PeriodicTimer: {
      ...pause,
      repeats: undefined,
      schedule: 0,
      proof: "plain",
      loop: { with: /\bwhile\b[^]{0,60}WaitForNextTick/, without: /deadline|attempts/i },
    },
    Timer: {
      ...pause,
      repeats: undefined,
      schedule: 3,
      handler: 0,
      unit: milliseconds,
      proof: "plain",
      written: /^new (?:[\w.]+\.)?Timer\((?![^]*Infinite)/,
    },
  },
  examples: [
    {
      files: {
        "Tidy.cs": `
class TidyService : BackgroundService {
  private static readonly TimeSpan Period = TimeSpan.FromMinutes(5);
  protected override async Task ExecuteAsync(CancellationToken stoppingToken) {
    while (!stoppingToken.IsCancellationRequested) {
      await Sweep();
      await Task.Delay(Period, stoppingToken);
    }
  }
}
class CountService : BackgroundService {
  protected override async Task ExecuteAsync(CancellationToken token) {
    using var timer = new PeriodicTimer(TimeSpan.FromHours(1));
    while (await timer.WaitForNextTickAsync(token)) { await Count(); }
  }
}
class Beat : IHostedService {
  public Task StartAsync(CancellationToken token) {
    _timer = new Timer(DoWork, null, TimeSpan.Zero, TimeSpan.FromSeconds(30));
    _once = new Timer(DoOnce, null, 1000, Timeout.Infinite);
  }
}
`,
      },
      triggers: [
        'schedule TidyService.ExecuteAsync "every 5 minutes" -> TidyService.ExecuteAsync',
        'schedule CountService.ExecuteAsync "every hour" -> CountService.ExecuteAsync',
        'schedule DoWork "every 30 seconds" -> DoWork',
        "job Beat -> Beat",
      ],
    },
  ],
};

const rust: TriggerFramework = {
  name,
  languages: ["rust"],
  mayTrigger: /\bloop \{/,
  calls: { sleep: { ...pause, schedule: 0, proof: "plain" } },
  examples: [
    {
      files: {
        "src/tidy.rs":
          "async fn tidy(pool: Pool) {\n    loop {\n        sweep(&pool).await;\n        tokio::time::sleep(Duration::from_secs(60)).await;\n    }\n}\n",
      },
      triggers: ['schedule tidy "every minute" -> tidy'],
    },
  ],
};

const scripts: TriggerFramework = {
  name,
  languages: ["ruby", "php"],
  mayTrigger: /\bloop do\b|\bwhile ?\(?(?:true|1)\b/,
  calls: { sleep: { ...pause, schedule: 0, proof: "plain" } },
  examples: [
    {
      files: {
        "lib/tidy.rb":
          "class Tidy\n  def run\n    loop do\n      sweep\n      sleep 60\n    end\n  end\n  def ready\n    loop do\n      break if ready?\n      sleep 1\n    end\n  end\nend\n",
        "tidy.php": "<?php\nfunction tidy() {\n  while (true) {\n    sweep();\n    sleep(5);\n  }\n}\n",
      },
      triggers: ['schedule Tidy.run "every minute" -> Tidy.run', 'schedule tidy "every 5 seconds" -> tidy'],
    },
  ],
};

const elixir: TriggerFramework = {
  name,
  languages: ["elixir"],
  mayTrigger: /\bProcess\.sleep\(|:timer\.(?:sleep|send_interval|apply_interval)\(/,
  calls: {
    sleep: { ...pause, schedule: 0, unit: milliseconds, of: /^(?:Process|timer)$/, proof: "plain" },
    send_interval: {
      kind: "schedule", name: -1, schedule: 0, unit: milliseconds, of: /timer$/, proof: "plain", needs: "schedule", isNamedByClass: true,
    },
    apply_interval: { kind: "schedule", name: 2, schedule: 0, unit: milliseconds, of: /timer$/, proof: "plain", needs: "schedule", isNamedByClass: true },
  }, // prettier-ignore
  examples: [
    {
      files: {
        "lib/tidy.ex": `
defmodule Boats.Tidy do
  @period :timer.minutes(5)
  def init(state) do
    :timer.send_interval(@period, :tidy)
    {:ok, state}
  end
  def sweep(state) do
    work(state)
    Process.sleep(1_000)
    sweep(state)
  end
end
`,
      },
      triggers: [
        'schedule Boats.Tidy tidy "every 5 minutes" -> Boats.Tidy',
        'schedule Boats.Tidy.sweep "every second" -> Boats.Tidy.sweep',
      ],
    },
  ],
};

export const loops: readonly TriggerFramework[] = [go, python, jvm, csharp, rust, scripts, elixir]; // prettier-ignore
