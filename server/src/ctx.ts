import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { GitSource } from "#server/git-source.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

import type { DomainEvents, EventName } from "./events.ts";
import type { CrawlerPort } from "./platform/crawl/crawler-port.ts";
import type { Database, Db } from "./platform/db/open-db.ts";
import type { RowScope } from "./platform/db/scope-database.ts";
import type { Egress } from "./platform/egress/resolve-address.ts";
import type { GithubPort } from "./platform/github/github-port.ts";
import type { Logger } from "./platform/log/logger.ts";
import type { MailPort } from "./platform/mail/mail-port.ts";
import type { ModelPort } from "./platform/models/model-port.ts";
import type { PasswordHasher } from "./platform/passwords/password-hasher.ts";
import type { JobKey } from "./platform/queue/queue.ts";
import type { Sandbox } from "./platform/sandbox/port/sandbox-port.ts";
import type { SecretBox } from "./platform/secrets/secret-box.ts";

/** Who acts. Each operation checks rights itself, so a route, a job and an agent tool cannot differ. */
export type Actor =
  | {
      kind: "user";
      userId: string;
      /** The sign-in the request came with; absent where a job or a chat acts for the person. */
      grantId?: string;
    }
  /** An agent: reads what its user may read, and changes what `agentAccess` and the product allow. */
  | {
      kind: "agent";
      userId: string;
      /** Names the API key or sign-in that it came with; absent for a chat's model and for looks of ours: they change nothing. */
      credential?: string;
    }
  /** A job of ours, for one organization. */
  | { kind: "system"; organizationId: string }
  /** Nobody signed in; only public operations accept it. */
  | { kind: "anonymous" };

/** What an operation may use. Edges build it per request or job; tests build it with a fixed clock. */
export interface Ctx {
  actor: Actor;
  /**
   * Sees the actor's organizations only: row-level security is the second barrier behind the checks of each operation.
   */
  db: Database;
  /**
   * Sees everything. For the few operations that must look across organizations: sign-in, slugs, invites by token,
   * clean-up. Never with an id from outside unless the right was checked first.
   */
  wholeDb: Database;
  /** The database as another actor sees it; used by `withActor`. */
  databaseFor(actor: Actor): Database;
  settings: Settings;
  log: Logger;
  egress: Egress;
  secrets: SecretBox;
  passwords: PasswordHasher;
  /** Null when MODEL_PROVIDER is none: the built-in engine answers alone. */
  model: ModelPort | null;
  /** Null where SMTP_URL is not set: this server sends no mail. */
  mail: MailPort | null;
  /** Null where no GitHub App is set. */
  github: GithubPort | null;
  crawler: CrawlerPort;
  /** Where commands of repositories run, and nowhere else. */
  sandbox: Sandbox;
  indexes: IndexFolder;
  mirrors: MirrorFolder;
  /** Aborted when nobody waits any more or the process stops. */
  signal: AbortSignal;
  now: () => Date;
  newId: () => string;
  /**
   * Puts a job in line within the transaction `db`; same kind and key coalesce while waiting. What can wait gives way to
   * all of its kind that does not say so.
   */
  enqueue(db: Db, job: JobName, data: JobData, key: JobKey): Promise<void>;
  /** Runs the listeners of other folders within the transaction `db`: no event without its change, and none lost. */
  publish<N extends EventName>(db: Db, name: N, payload: DomainEvents[N]): Promise<void>;
}

/** The jobs that operations start directly. */
type JobName =
  | "fill-demo-copy"
  | "work-in-demo-copy"
  | "index-repository"
  | "check-repository"
  | "follow-pull-requests"
  | "confirm-push"
  | "write-pages"
  | "write-artifact"
  | "crawl-artifact"
  | "propose-tasks"
  | "propose-checks"
  | "remove-repository-files"
  | "crawl-topics"
  | "index-topics"
  | "remove-context-files"
  | "remove-uploads"
  | "remove-files"
  | "remove-unused-files"
  | "import-tasks"
  | "run-implementation"
  | "prepare-documents"
  | "work-on-merge-queue"
  | "find-service-commands"
  | "check-service-commands"
  | "watch-architecture"
  | "send-invite"
  | "send-needs"
  | "send-password-reset"
  | "send-password-changed";

/** Ids only: payloads are stored in the clear. With an organization the job acts as its system, otherwise as nobody. */
type JobData = { organizationId?: string } & Record<string, string>;

/** Where derived indexes lie and which are open in this process. */
export interface IndexFolder {
  directory(repositoryId: string): string;
  /**
   * Null before the first finished index. Instances are shared and follow the newest commit. Searching lines needs the
   * source, the repository that was indexed.
   */
  open(repositoryId: string, source?: GitSource): CodeIndex | null;
  /** Whether there is one of this version, without opening it. */
  has(repositoryId: string): boolean;
  /** Whether an earlier version of the extractor made it: it is read as it is until it is made anew. */
  isOutdated(repositoryId: string): boolean;
  /** After an update: where people of this process use the index, the next one of them finds it ready. */
  warm(repositoryId: string): void;
  /** After a start: those that were in use last, as many as fit. Rejects when the signal is aborted. */
  warmRecent(signal: AbortSignal): Promise<void>;
  /** Where the index of a branch other than the main one is stored; two names never share a folder. */
  branchDirectory(repositoryId: string, branchName: string, generation: number): string;
  /** With the indexes of its branches. */
  remove(repositoryId: string): Promise<void>;
}

/** Where bare mirrors lie. */
export interface MirrorFolder {
  directory(repositoryId: string): string;
  remove(repositoryId: string): Promise<void>;
}

/** The same powers for somebody else: a tool acting for a chat's owner, a job acting for an organization. */
export function withActor(ctx: Ctx, actor: Actor): Ctx {
  return { ...ctx, actor, db: ctx.databaseFor(actor) };
}

/**
 * Whose rows an actor's statements reach. An agent reaches its user's; what it may do with them is checked elsewhere.
 */
export function scopeOf(actor: Actor): RowScope {
  switch (actor.kind) {
    case "user":
    case "agent":
      return { kind: "user", userId: actor.userId };
    case "system":
      return { kind: "organization", organizationId: actor.organizationId };
    case "anonymous":
      return null;
  }
}
