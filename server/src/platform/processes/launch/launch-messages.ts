export interface LaunchOptions {
  cwd: string;
  /** All that the program sees of variables. */
  env: Record<string, string>;
}

/** What is asked of the launcher. The three sockets that it accepts next are the program's. */
export interface LaunchRequest extends LaunchOptions {
  id: number;
  program: string;
  args: readonly string[];
}

/** What the launcher says; `id` is the request's. */
export type LauncherMessage =
  | { type: "ready" }
  | { type: "started"; id: number; pid: number }
  | { type: "failed"; id: number; code: string | undefined; message: string }
  | { type: "ended"; id: number; exitCode: number | null; signal: NodeJS.Signals | null };
