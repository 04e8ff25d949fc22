import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a product of the stories says of itself once it runs. */
interface ProductFacts {
  address: string;
  email: string;
  password: string;
}

export interface RunningProduct extends ProductFacts {
  stop(): Promise<void>;
}

/**
 * Runs one of the programs beside this file in a process of its own, as the product runs in earnest, and waits until it
 * has sent its facts. `env` are its settings.
 */
export async function runProduct(
  program: "demo-product.ts" | "model-product.ts",
  env: Record<string, string>,
): Promise<RunningProduct> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const { PATH, TMPDIR, STORY_WEB_DIRECTORY, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [file], {
    env: { PATH, TMPDIR, STORY_WEB_DIRECTORY, NODE_COMPILE_CACHE, LOG_LEVEL: "error", RATE_LIMITS: "off", ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const facts = await Promise.race([once(child, "message"), ended]);
  if (facts === undefined) throw new Error(`${program} ended before it was ready`);
  return {
    ...(facts[0] as ProductFacts),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
