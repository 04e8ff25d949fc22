import path from "node:path";

import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";

import { root } from "../run.ts";
import { sendStageMessage } from "./stage-messages.ts";

/** Sends `npm test` each user story as it ends. */
class PlaywrightProgressReporter implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    sendStageMessage({ type: "planned", units: suite.allTests().length });
  }

  onTestEnd(test: TestCase, { status, duration, errors }: TestResult): void {
    const name = `${path.relative(root, test.location.file)} > ${test.title}`;
    const isFailed = status !== "passed" && status !== "skipped";
    sendStageMessage({
      type: "finished",
      unit: {
        name,
        passed: status === "passed" ? 1 : 0,
        failed: isFailed ? 1 : 0,
        durationMs: duration,
        failures: isFailed ? [{ name, reason: errors.map(({ message }) => message ?? "").join("\n") }] : [],
      },
    });
  }

  /** Others write what a person reads. */
  printsToStdio(): boolean {
    return false;
  }
}

// oxlint-disable-next-line import/no-default-export -- Playwright takes a reporter from the default export
export default PlaywrightProgressReporter;
