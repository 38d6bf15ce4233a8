import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { createKeyring, type Keyring } from "../api-keys/keyring.ts";
import type { BucketDeps } from "../bucket/with-transcript.ts";
import { AppError } from "../errors.ts";
import type { OpenWebhook } from "../feedback/receive-delivery.ts";
import type { CreateJobDeps } from "../jobs/create-job.ts";
import { createJobLoader, type LoadJob } from "../jobs/get-job.ts";
import { createJobInserter, type InsertDeps } from "../jobs/insert-jobs.ts";
import { createJobChanges, type JobChanges } from "../jobs/job-changes.ts";
import { createJobVersions } from "../jobs/load-job-version.ts";
import { createUsesLoader, type LoadUses } from "../jobs/uses.ts";
import type { Log } from "../log.ts";
import {
  authenticateManagementKey,
  createManagementKeyring,
  type ManagementKeyring,
} from "../management-keys/authenticate-management-key.ts";
import { createKnownSecrets, type KnownSecrets } from "../outgoing/known-secrets.ts";
import type { SignInSettings } from "../people/sign-in/sign-in-settings.ts";
import type { ReadPages } from "../projects/list-pages.ts";
import type { ReadTranslations } from "../projects/list-translations.ts";
import type { ReadInstructions } from "../projects/preview-instructions.ts";
import { noReview, type ReviewDeps } from "../review/review-deps.ts";
import type { ListedModel } from "../schemas/listed-model.ts";
import type { Database } from "../store/database.ts";
import { createNotifications, type Notifications } from "../store/notifications.ts";
import type { AuthenticateDeps } from "./authenticate.ts";
import { createEventStreams, type EventStreams } from "./event-streams.ts";
import { createInnerCallers, type InnerCallers } from "./inner-callers.ts";
import { createJobRepresentations, type JobRepresentations } from "./job-representations.ts";
import { createUnconnectedManageDeps, type ManageDeps } from "./manage-deps.ts";
import { createOpenStreams, type OpenStreams } from "./open-streams.ts";

export interface ServerDeps
  extends CreateJobDeps,
    BucketDeps,
    Pick<AuthenticateDeps, "authenticateManagementKey"> {
  log: Log;
  database: Database;
  keyring: Keyring;
  managementKeyring: ManagementKeyring;
  knownSecrets: KnownSecrets;
  innerCallers: InnerCallers;
  /** Sign-in methods for people. */
  signIn: SignInSettings;
  loadJob: LoadJob;
  jobRepresentations: JobRepresentations;
  loadUses: LoadUses;
  loadMessageUses: LoadUses;
  notifications: Notifications;
  jobChanges: JobChanges;
  eventStreams: EventStreams;
  openStreams: OpenStreams;
  version: string;
  /** Lists the models that a project may use, including its default. Never rejects. */
  listModels(defaultModel: string, projectModels?: readonly string[]): Promise<ListedModel[]>;
  openWebhook: OpenWebhook;
  manage: ManageDeps;
  review: ReviewDeps;
  readPages: ReadPages;
  readInstructions: ReadInstructions;
  readTranslations: ReadTranslations;
  /** Longest time since its start that this process did not respond. */
  longestStallMs(): number;
  /** Origins whose pages may call the API; only the service's own if omitted. */
  allowedOrigins?: readonly string[];
  /** Path of the public URL, "" or "/prefix"; "" if omitted. */
  basePath?: string;
  /** E-mail address or page of the operator; null if unknown. */
  contact?: string | null;
  /** Addresses and ranges of proxies whose X-Forwarded-For names the client; none if omitted. */
  trustedProxies?: readonly string[];
  /** Folder of the built dashboard; the bundled one if omitted. */
  dashboardFolder?: string;
  /** Folder of the built documentation; the bundled one if omitted. */
  websiteFolder?: string;
  /** Further routes; each is called with the app before it listens. */
  plugins?: ((app: FastifyInstance) => Promise<void>)[];
}

export interface ServerOptions extends InsertDeps, BucketDeps, Omit<CreateJobDeps, "insertJob"> {
  log: Log;
  version: string;
  /** None if omitted; then only the formats of tokens are known. */
  knownSecrets?: KnownSecrets;
  /** If omitted: passwords only, and cookies that no other process accepts. */
  signIn?: SignInSettings;
  /** No models if omitted. */
  listModels?: ServerDeps["listModels"];
  /** If omitted, nothing outside can be reached. */
  manage?: ManageDeps;
  /** If omitted, no project expects deliveries. */
  openWebhook?: OpenWebhook;
  /** If omitted, no repository can be read and no change decided. */
  review?: ReviewDeps;
  /** If omitted, no repository can be read. */
  readPages?: ReadPages;
  readInstructions?: ReadInstructions;
  readTranslations?: ReadTranslations;
  /** If omitted, nothing is measured. */
  longestStallMs?: ServerDeps["longestStallMs"];
  allowedOrigins?: ServerDeps["allowedOrigins"];
  basePath?: ServerDeps["basePath"];
  contact?: ServerDeps["contact"];
  /** How many event streams and waits a key may have open; 100 if omitted. */
  streamsPerKey?: number;
  trustedProxies?: ServerDeps["trustedProxies"];
  dashboardFolder?: ServerDeps["dashboardFolder"];
  websiteFolder?: ServerDeps["websiteFolder"];
  plugins?: ((app: FastifyInstance) => Promise<void>)[];
}

function ownSignIn(): SignInSettings {
  const secret = randomBytes(32).toString("base64url");
  return { secrets: () => [secret], publicUrl: null, openId: null };
}

async function readsNothing(): Promise<never> {
  throw new AppError("repository_unreachable", "This process reads no repositories.");
}

/** Assembles what a server needs. Nothing connects yet; `startServer` closes it. */
export function createServerDeps(options: ServerOptions): ServerDeps {
  const { database, log } = options;
  const notifications = createNotifications(database);
  const keyring = createKeyring({ database, notifications });
  const managementKeyring = createManagementKeyring({ database, notifications });
  const jobChanges = createJobChanges(notifications);
  return {
    listModels: async () => [],
    openWebhook: async () => null,
    manage: createUnconnectedManageDeps(),
    longestStallMs: () => 0,
    review: noReview(database),
    readPages: readsNothing,
    readInstructions: readsNothing,
    readTranslations: readsNothing,
    knownSecrets: createKnownSecrets(),
    innerCallers: createInnerCallers(),
    signIn: ownSignIn(),
    ...options,
    notifications,
    keyring,
    managementKeyring,
    authenticateManagementKey: (key, ip) => authenticateManagementKey(managementKeyring, key, ip),
    jobChanges,
    eventStreams: createEventStreams({
      ...{ database, jobChanges, keyring, managementKeyring, notifications, log },
    }),
    insertJob: createJobInserter(options),
    loadJob: createJobLoader(database),
    jobRepresentations: createJobRepresentations(createJobVersions(database)),
    loadUses: createUsesLoader(database, "create"),
    loadMessageUses: createUsesLoader(database, "message"),
    openStreams: createOpenStreams(options.streamsPerKey),
  };
}
