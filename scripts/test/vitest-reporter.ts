import path from "node:path";

import type { Reporter, TestModule, TestSpecification } from "vitest/node";

import { root } from "../run.ts";
import { sendStageMessage } from "./stage-messages.ts";

/** Sends `npm test` each test file as it ends. */
class VitestProgressReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    sendStageMessage({ type: "planned", units: specifications.length });
  }

  onTestModuleEnd(file: TestModule): void {
    const name = path.relative(root, file.moduleId);
    const tests = [...file.children.allTests()];
    const failures = tests
      .filter((test) => test.result().state === "failed")
      .map((test) => ({ name: `${name} > ${test.fullName}`, reason: describe(test.result().errors) }));
    // One that could not be loaded, or whose set-up failed, has no failed test.
    if (!file.ok() && failures.length === 0) {
      failures.push({ name: `${name} > the file itself`, reason: describe(file.errors()) });
    }
    const { collectDuration, setupDuration, duration } = file.diagnostic();
    sendStageMessage({
      type: "finished",
      unit: {
        name,
        passed: tests.filter((test) => test.result().state === "passed").length,
        failed: failures.length,
        durationMs: collectDuration + setupDuration + duration,
        failures,
      },
    });
  }
}

function describe(errors: readonly { message: string }[] = []): string {
  return errors.map(({ message }) => message).join("\n");
}

// oxlint-disable-next-line import/no-default-export -- Vitest takes a reporter from the default export
export default VitestProgressReporter;
