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
  /** True if colour may be used: the terminal supports colours, and NO_COLOR is not set. */
  color: boolean;
  /** Width of the terminal; null without one. */
  readonly columns: number | null;
  /** Height of the terminal; null or absent without one. */
  readonly rows?: number | null;
}

/** I/O of a command; `main.ts` passes the process, tests pass collectors. */
export interface CliIo {
  stdout: CliStream;
  stderr: CliStream;
  /** Working directory for relative paths. */
  cwd: string;
  /** Reads all of standard input. */
  readStdin(): Promise<string>;
  /** Asks the person at the terminal; null if nobody can be asked. */
  ask(question: string): Promise<string | null>;
  /** Opens a page in the browser of the person at the terminal; false if that is not possible. */
  openUrl(url: string): Promise<boolean>;
  onSignal(name: "SIGINT" | "SIGTERM", listener: () => void): void;
  offSignal(name: "SIGINT" | "SIGTERM", listener: () => void): void;
  /** Ends the process at once; only for the second signal. */
  exit(code: number): void;
}

/**
 * An open store, with everything that the verbs of jobs, projects and API keys take as their first argument.
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
  /** User who runs the command. */
  author: Author;
  actor: Actor;
  /** Without a trailing slash. */
  publicUrl: string;
  close(): Promise<void>;
}

export type Role = "all" | "api" | "worker";

export interface RunningService {
  /** Address that the API listens on; null for a worker. */
  url: string | null;
  /** Link with which somebody becomes the owner; null if there is an owner. */
  firstOwnerLink?: string | null;
  /** Ids of the jobs that run in this process now. */
  runningJobs(): string[];
  /** Drains: claims nothing more and gives running jobs some seconds to end or to be requeued. */
  stop(): Promise<void>;
}

export interface RunOnceInput {
  /** Absolute path of the repository. */
  repository: string;
  prompt: string;
  ref: string | null;
  /** `provider/name`; null for the configured model. */
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
  /** `copydesk/<id>`; null if nothing was pushed. */
  branch: string | null;
  checks: CheckCounts | null;
  usage: Usage;
  /** Unified diff; "" if nothing was changed. */
  patch: string;
}

export interface DoctorCheck {
  name: string;
  ok: boolean;
  /** If a needed check is not ok, `doctor` exits with 1. */
  needed: boolean;
  /** Result of the check, one line. */
  found: string;
  /** What to do, one line; only if not ok. */
  cure?: string;
}

export interface FolderCheckScope {
  /** Absolute path of the folder or file. */
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
  /** Makes the certain repairs first, then checks. */
  repair(asked: FolderCheckScope): Promise<{ repaired: Finding[]; check: FolderCheck }>;
  /** Checks the policy of the scope's repository. Throws `file_not_found` and the signal's reason. */
  checkPolicy(asked: Pick<FolderCheckScope, "scope" | "signal">): Promise<FolderPolicy>;
  /**
   * Finds the translations of all languages, or of the named ones. Throws the errors of `checkPolicy`, and
   * `invalid_policy`.
   */
  findTranslations(
    asked: Pick<FolderCheckScope, "scope" | "signal"> & { languages: readonly string[] | null },
  ): Promise<FolderTranslations>;
  close(): void;
}

/** Dependencies of the commands, from the composition root. Everything that can fail throws `AppError`. */
export interface CliDeps {
  io: CliIo;
  version: string;
  /** Returns the environment's configuration; commands put their options over it. */
  readConfig(): Config | Promise<Config>;
  openStore(config: Config): Promise<CliStore>;
  /** Resolves when the API answers and the worker claims. */
  startService(config: Config, options: { role: Role }): Promise<RunningService>;
  /** Lists the models that may be used, in general or by a project, including the default. Never rejects. */
  listModels(
    config: Config,
    project?: { model: string | null; models: string[] | undefined },
  ): Promise<ListedModel[]>;
  /** With a configuration, the check may make requests to other sites, subject to its network rules. */
  openFolderChecker(config: Config | null): Promise<FolderChecker>;
  openBackups(config: Config): Promise<Backups>;
  /** Runs one job without a server or a store. */
  runOnce(config: Config, input: RunOnceInput): Promise<RunOnceResult>;
}
