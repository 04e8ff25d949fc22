import type { TriggerFramework, TriggerRule } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

import { noWork } from "./no-work.ts";

/** Waiting for something until a time is no job. */
const waiting =
  /\b(?:NewTimer|(?<!case <-)time\.After|case <-time\.After\([^\n]{1,80}\):\s*return|WithTimeout|WithDeadline|deadline|timeout|maxAttempts|retries)\b/i;
const timer: TriggerRule = {
  kind: "schedule", needs: "schedule", isNamedByFunction: true, except: noWork,
}; // prettier-ignore

/** Loops around a ticker, which run as long as the program does. */
const goTicker: TriggerFramework = {
  name: "time.Ticker",
  languages: ["go"],
  mayTrigger: /\btime\.(?:NewTicker|Tick)\(/,
  from: /^time#/,
  calls: {
    NewTicker: {
      ...timer,
      schedule: 0,
      of: "time",
      // A plain number is of nanoseconds: what starts at once, and is set to its time later.
      written: /^(?!time\.NewTicker\(\s*\d+\s*\))/,
      loop: { with: /\bfor\b[^]*?(?:<-|range )\s*[\w.]+\.C\b/, without: waiting },
    },
    Tick: { ...timer, schedule: 0, of: "time", loop: { with: /\bfor\b[^]{0,40}range time\.Tick\b/, without: waiting } },
  },
  examples: [
    {
      files: {
        "gc.go": `
package boats
import "time"
func (c *Collector) collect(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-ticker.C:
			c.sweep()
		}
	}
}
func Start() {
	go func() {
		t := time.NewTicker(5 * time.Minute)
		for range t.C {
			tidy()
		}
	}()
}
func (c *Collector) renew(ctx context.Context) {
	limits := time.NewTicker(time.Hour)
	for {
		select {
		case <-time.After(renewal):
			c.load(ctx)
		case <-limits.C:
			c.reset()
		case <-ctx.Done():
			return
		}
	}
}
func give() {
	t := time.NewTicker(time.Second)
	for {
		select {
		case <-t.C:
			look()
		case <-time.After(time.Minute):
			return
		}
	}
}
func waitFor(f func() bool) {
	ticker := time.NewTicker(time.Second)
	timeout := time.After(time.Minute)
	for {
		select {
		case <-ticker.C:
			f()
		case <-timeout:
			return
		}
	}
}
func once() { t := time.NewTicker(time.Second); <-t.C }
func check(every time.Duration) {
	t := time.NewTicker(1)
	for range t.C {
		t.Reset(every)
		sweep()
	}
}
`,
      },
      triggers: [
        'schedule Collector.collect "{every}" -> Collector.collect ?',
        'schedule Start "every 5 minutes" -> Start',
        'schedule Collector.renew "every hour" -> Collector.renew',
        'schedule Collector.renew "{renewal}" -> Collector.renew ?',
      ],
    },
  ],
};

const tokioInterval: TriggerFramework = {
  name: "tokio interval",
  languages: ["rust"],
  mayTrigger: /\binterval(?:_at)?\(/,
  from: /^tokio\b/,
  calls: {
    interval: { ...timer, schedule: 0, proof: "plain", loop: { with: /\btokio|\.tick\(\)\.await/, without: waiting } },
    interval_at: { ...timer, schedule: 1, proof: "plain", loop: { with: /\.tick\(\)\.await/, without: waiting } },
  },
  examples: [
    {
      files: {
        "src/tidy.rs": `
use tokio::time::{interval, Duration};
async fn tidy_forever(pool: Pool) {
    let mut ticks = interval(Duration::from_secs(60));
    loop {
        ticks.tick().await;
        tidy(&pool).await;
    }
}
fn never() -> Music { interval(3) }
`,
      },
      triggers: ['schedule tidy_forever "every minute" -> tidy_forever'],
    },
  ],
};

/** Processes that send themselves a message after a time, again and again. */
const sendAfter: TriggerFramework = {
  name: "GenServer timer",
  languages: ["elixir"],
  mayTrigger: /\bProcess\.send_after\(/,
  calls: {
    send_after: {
      kind: "schedule", name: 1, schedule: 2, unit: "milliseconds", of: "Process", proof: "plain", needs: "schedule",
      isNamedByClass: true, written: /send_after\(\s*self\(\)/, repeats: "message",
    }, // prettier-ignore
  },
  examples: [
    {
      files: {
        "lib/tidy.ex": `
defmodule Boats.Tidy do
  use GenServer
  def init(state) do
    schedule()
    {:ok, state}
  end
  def handle_info(:tidy, state) do
    schedule()
    {:noreply, state}
  end
  defp schedule, do: Process.send_after(self(), :tidy, 60_000)
  def later(pid), do: Process.send_after(pid, :once, 500)
  def handle_call(:stop, state), do: Process.send_after(self(), :halt, 500)
end
`,
      },
      triggers: ['schedule Boats.Tidy tidy "every minute" -> Boats.Tidy'],
    },
  ],
};

export const timers: readonly TriggerFramework[] = [goTicker, tokioInterval, sendAfter];
