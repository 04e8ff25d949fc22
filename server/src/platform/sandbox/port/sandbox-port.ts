import type { Writable } from "node:stream";

/** Whether commands can be run here. */
export type SandboxCheck =
  | { isUsable: true }
  /** `reason` says what is wrong and how an operator cures it. */
  | { isUsable: false; reason: string };

/** A folder of files that commands in the sandbox may change, apart from everything else. */
export interface WorkCopy {
  /** Names it within this server's data directory. */
  id: string;
  /** Absolute path of its folder; what lies in it is never read or run outside of the sandbox. */
  directory: string;
  /** Object folder of the bare repository that it was made from, shown read-only inside. */
  objects: string;
  /** The commit that it was made of. */
  commit: string;
}

/** What one command may use. */
export interface SandboxLimits {
  /** From start to end. */
  wallMs: number;
  /** Of one process. */
  cpuSeconds: number;
  /** Of all processes together. */
  memoryBytes: number;
  /** Of the work copy, with home and temporary folders. */
  diskBytes: number;
  /** Files and folders of the work copy. */
  diskFiles: number;
  /** Processes and threads at a time. */
  processes: number;
  /** Open files of one process. */
  openFiles: number;
  /** Of both outputs together. */
  outputBytes: number;
}

/** A file or folder of this machine that a command sees. */
export interface SandboxMount {
  /** Absolute path outside. */
  source: string;
  /** Absolute path inside. */
  target: string;
  isWritable?: boolean;
  /** A folder with sockets of ours, which all listen by now. Where no socket passes the walls, their connections do. */
  hasSockets?: boolean;
}

export interface CommandOptions {
  workCopy: WorkCopy;
  /** Where it starts, relative to the work copy; its top unless said. */
  folder?: string;
  /**
   * All variables it sees beside PATH, HOME, LANG and TMPDIR; nothing of the server's own reaches it. PATH has the folders of
   * RUN_TOOLCHAINS, then this server's Node.js, then `/usr/local/bin:/usr/bin:/bin`; npm is there where the system or one of the
   * toolchains has it.
   */
  env?: Readonly<Record<string, string>>;
  /** Over the server's own. */
  limits?: Partial<SandboxLimits>;
  /** Toolchains, or a folder with a socket of ours. */
  mounts?: readonly SandboxMount[];
  /** Called with each piece of output, up to the limit. */
  onOutput?: (piece: Buffer, stream: "stdout" | "stderr") => void;
  /** Ends the command with everything it has started. */
  signal?: AbortSignal;
}

/** Why a command is over. A signal is told from the exit code, 128 and its number, as a shell does. */
export interface CommandEnd {
  reason:
    | "exited"
    /** Ended by a signal that came from inside. */
    | "signal"
    | "timeout"
    | "cpu"
    | "memory"
    | "output"
    | "disk"
    /** The caller's signal. */
    | "stopped";
  /** Null when it was ended before it ended by itself. */
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  outputBytes: number;
  durationMs: number;
  /** What people read, such as "ended with exit code 1". */
  message: string;
}

export interface InstallOptions extends Omit<CommandOptions, "mounts"> {
  /** One line for `/bin/sh`. */
  command: string;
  /**
   * Whether the work copy's commit is one that people have taken in. What is made of it is kept for every commit with the
   * same lockfiles; what is made of another, which an agent wrote, for that commit alone.
   */
  isTrusted: boolean;
}

/** As of a command; one whose result was put back has not run and ended well. */
export interface InstallEnd extends CommandEnd {
  isRestored: boolean;
  /** Why hosts were not reached, a sentence each: those that RUN_REGISTRY_HOSTS does not name, and those that failed. */
  refusals: readonly string[];
}

export interface SandboxedCommand {
  /** An error of it is no failure: commands may end without reading. */
  stdin: Writable;
  /**
   * Settles when no process of the command lives any more. Rejects with an AppError when there are no walls, and the
   * command has not begun then.
   */
  ended: Promise<CommandEnd>;
}

/** The files of a work copy as they are in the repository now, in no commit yet. */
export interface TakenTree {
  /** Id of the tree. */
  tree: string;
  /** How many paths differ from the work copy's commit. */
  changedFiles: number;
}

/** Runs what nobody trusts: commands of repositories, their tests, other people's agents. */
export interface Sandbox {
  /** Tries the walls for real; the answer is kept for a while. Every call below refuses where they are missing. */
  check(): Promise<SandboxCheck>;
  /** A work copy of a commit of a bare repository. Throws an AppError in plain words. */
  makeWorkCopy(wanted: { repository: string; commit: string; signal?: AbortSignal }): Promise<WorkCopy>;
  /** Starts a command, program first, in a work copy. Several may run in one at a time. */
  start(command: readonly string[], options: CommandOptions): SandboxedCommand;
  /**
   * Runs a service's install command, which alone may reach the registries that RUN_REGISTRY_HOSTS names, through a proxy of ours.
   * What it leaves beside the commit's files is kept and put back at the next time, where its lockfiles, command and toolchains
   * are the same and nothing but installs ran in either work copy. Later commands may change their copy of it.
   */
  install(options: InstallOptions): Promise<InstallEnd>;
  /**
   * Takes the files into the repository, checked; null where nothing differs from the commit. Throws a `conflict` while
   * something runs there, and an AppError that names what may not come in. `whileRunning`: also then; a file that is
   * being written is taken as it is, and one that changes under git's eyes makes it throw.
   */
  takeTree(workCopy: WorkCopy, options?: { signal?: AbortSignal; whileRunning?: boolean }): Promise<TakenTree | null>;
  /**
   * What lies beside the commit's files now is none that `takeTree` takes, and the commit's own files are as they were; so what
   * an install leaves is no change. Throws a `conflict` while something runs there.
   */
  settleWorkCopy(workCopy: WorkCopy, signal?: AbortSignal): Promise<void>;
  /**
   * Has a work copy outlive this server for a while, should it be killed: whoever names its `key` then takes it over, with all
   * files and what is noted beside it. Called again, the newest note counts.
   */
  keepWorkCopy(workCopy: WorkCopy, kept: { key: string; note: string }): Promise<void>;
  /**
   * The work copy that a dead server of this machine kept under this key, as its own; null where there is none. Of two who
   * ask at once, one gets it.
   */
  takeOverWorkCopy(wanted: { key: string; repository: string }): Promise<{ workCopy: WorkCopy; note: string } | null>;
  /** Throws a `conflict` while something runs there. */
  removeWorkCopy(workCopy: Pick<WorkCopy, "id" | "directory">): Promise<void>;
  /** Removes what servers and threads that are dead have left, and did not keep. Answers how many work copies that were. */
  sweep(): Promise<number>;
}
