import type { Actor } from "../audit/actor.ts";
import type { Backups } from "../backup/backups.ts";
import type { BucketDeps } from "../bucket/with-transcript.ts";
import type { Finding } from "../checks/types.ts";
import type { OpenReview } from "../code-hosts/open-review.ts";
import type { Config } from "../config.ts";
import type { FolderCheck } from "../folder-check/check-folder.ts";
import type { FolderPolicy } from "../folder-check/check-folder-policy.ts";
import type { FolderTranslations } from "../folder-check/find-folder-translations.ts";
import type { Author } from "../jobs/author.ts";
import type { CreateJobDeps } from "../jobs/create-job.ts";
import type { LoadJob } from "../jobs/get-job.ts";
import type { CheckCounts, JobReason, Usage } from "../jobs/record.ts";
import type { ConnectProjectDeps } from "../projects/connect-project.ts";
import type { CreateProjectDeps } from "../projects/create-project.ts";
import type { LookAtSite } from "../projects/preview-repository.ts";
import type { RemoveProjectDeps } from "../projects/remove-project.ts";
import type { ListedModel } from "../schemas/listed-model.ts";
import type { RuleSwitches } from "../schemas/rule-switches.ts";
import type { CallSlack } from "../slack/slack-api.ts";

export interface CliStream {
  write(text: string): unknown;
  /** True when colour may be used: a terminal that knows colours, and NO_COLOR is not set. */
  color: boolean;
  /** Width of the terminal; null where there is none. */
  readonly columns: number | null;
  /** Its height; null or absent where there is none. */
  readonly rows?: number | null;
}

/** How a command speaks with its surroundings; `main.ts` passes the process, tests pass collectors. */
export interface CliIo {
  stdout: CliStream;
  stderr: CliStream;
  /** Working directory for relative paths. */
  cwd: string;
  /** Everything on standard input. */
  readStdin(): Promise<string>;
  /** Asks the person at the terminal; null where nobody can be asked. */
  ask(question: string): Promise<string | null>;
  /** Shows a page in the browser of whoever sits at the terminal; false when that is not possible. */
  openUrl(url: string): Promise<boolean>;
  onSignal(name: "SIGINT" | "SIGTERM", listener: () => void): void;
  offSignal(name: "SIGINT" | "SIGTERM", listener: () => void): void;
  /** Ends the process at once; only for the second signal. */
  exit(code: number): void;
}

/**
 * The store, opened, with everything that the verbs of jobs, projects and api-keys take as their first
 * argument.
 */
export interface CliStore
  extends CreateProjectDeps,
    CreateJobDeps,
    ConnectProjectDeps,
    RemoveProjectDeps,
    BucketDeps {
  loadJob: LoadJob;
  openReview: OpenReview;
  lookAtSite: LookAtSite;
  callSlack: CallSlack;
  /** Who runs the command. */
  author: Author;
  actor: Actor;
  /** Without a trailing slash. */
  publicUrl: string;
  close(): Promise<void>;
}

export type Role = "all" | "api" | "worker";

export interface RunningService {
  /** Where the API listens, or null for a worker. */
  url: string | null;
  /** With which somebody becomes the owner; null when there is one. */
  firstOwnerLink?: string | null;
  /** The jobs that run in this process now. */
  runningJobs(): string[];
  /** Drains: no new claims, running jobs get some seconds to end or go back to the queue. */
  stop(): Promise<void>;
}

export interface RunOnceInput {
  /** Absolute path of the repository. */
  repository: string;
  prompt: string;
  ref: string | null;
  /** `provider/name`, or null for the configuration's. */
  model: string | null;
  onEvent(event: { kind: string; data: Record<string, unknown> }): void;
  signal: AbortSignal;
}

export interface RunOnceResult {
  id: string;
  status: "completed" | "failed";
  reason: JobReason;
  message: string;
  title: string | null;
  /** `copydesk/<id>`; null when nothing was pushed. */
  branch: string | null;
  checks: CheckCounts | null;
  usage: Usage;
  /** Unified diff, "" when nothing was changed. */
  patch: string;
}

export interface DoctorCheck {
  name: string;
  ok: boolean;
  /** A needed one that is not ok makes `doctor` end with 1. */
  needed: boolean;
  /** What was found, one line. */
  found: string;
  /** What to do, one line; only when not ok. */
  cure?: string;
}

export interface FolderCheckScope {
  /** Absolute path of a folder or file. */
  scope: string;
  /** Revision that the tree is compared with. */
  base: string | null;
  switches: RuleSwitches;
  signal: AbortSignal;
}

export interface FolderChecker {
  /**
   * Throws `file_not_found`, `ref_not_found`, `repository_too_large`, `invalid_request` and the signal's
   * reason.
   */
  check(asked: FolderCheckScope): Promise<FolderCheck>;
  /** Makes the certain repairs first. */
  repair(asked: FolderCheckScope): Promise<{ repaired: Finding[]; check: FolderCheck }>;
  /** Of the repository that the scope belongs to. Throws `file_not_found` and the signal's reason. */
  checkPolicy(asked: Pick<FolderCheckScope, "scope" | "signal">): Promise<FolderPolicy>;
  /** Of all languages, or those that are named. Throws as `checkPolicy`, and `invalid_policy`. */
  findTranslations(
    asked: Pick<FolderCheckScope, "scope" | "signal"> & { languages: readonly string[] | null },
  ): Promise<FolderTranslations>;
  close(): void;
}

/** What the composition root gives to the commands. Everything that can fail throws `AppError`. */
export interface CliDeps {
  io: CliIo;
  version: string;
  /** The environment's configuration; commands lay their options over it. */
  readConfig(): Config;
  openStore(config: Config): Promise<CliStore>;
  /** Resolves when the API answers and the worker claims. */
  startService(config: Config, options: { role: Role }): Promise<RunningService>;
  /** The models that may be used, or those of a project; the default among them. Never rejects. */
  listModels(
    config: Config,
    project?: { model: string | null; models: string[] | undefined },
  ): Promise<ListedModel[]>;
  /** With a configuration the run may make requests to other sites, by its rules for the network. */
  openFolderChecker(config: Config | null): Promise<FolderChecker>;
  openBackups(config: Config): Promise<Backups>;
  /** One job without a server and without a store. */
  runOnce(config: Config, input: RunOnceInput): Promise<RunOnceResult>;
}
