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
import { createVersionLoader } from "../jobs/load-job-version.ts";
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
  /** How people sign in. */
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
  /** The models that a project may use, its default among them. Never rejects. */
  listModels(defaultModel: string, projectModels?: readonly string[]): Promise<ListedModel[]>;
  openWebhook: OpenWebhook;
  manage: ManageDeps;
  review: ReviewDeps;
  readPages: ReadPages;
  readInstructions: ReadInstructions;
  readTranslations: ReadTranslations;
  /** The longest time for which this process did not answer, since it started. */
  longestStallMs(): number;
  /** Origins whose pages may call the API; none but its own when not given. */
  allowedOrigins?: readonly string[];
  /** Path of the public URL, "" or "/prefix"; "" when not given. */
  basePath?: string;
  /** E-mail address or page of whoever runs the instance; null: not known. */
  contact?: string | null;
  /** Addresses and ranges of proxies whose X-Forwarded-For names the client; none when not given. */
  trustedProxies?: readonly string[];
  /** Where the built dashboard is; its own folder when not given. */
  dashboardFolder?: string;
  /** Further routes; each is called with the app before it listens. */
  plugins?: ((app: FastifyInstance) => Promise<void>)[];
}

export interface ServerOptions extends InsertDeps, BucketDeps, Omit<CreateJobDeps, "insertJob"> {
  log: Log;
  version: string;
  /** None when not given; then only the shapes of tokens are known. */
  knownSecrets?: KnownSecrets;
  /** With passwords only, and cookies that no other process accepts, when not given. */
  signIn?: SignInSettings;
  /** None when not given. */
  listModels?: ServerDeps["listModels"];
  /** Nothing outside can be reached when not given. */
  manage?: ManageDeps;
  /** No project expects deliveries when not given. */
  openWebhook?: OpenWebhook;
  /** No repository can be read and nothing decided when not given. */
  review?: ReviewDeps;
  /** No repository can be read when not given. */
  readPages?: ReadPages;
  readInstructions?: ReadInstructions;
  readTranslations?: ReadTranslations;
  /** Nobody measures when not given. */
  longestStallMs?: ServerDeps["longestStallMs"];
  allowedOrigins?: ServerDeps["allowedOrigins"];
  basePath?: ServerDeps["basePath"];
  contact?: ServerDeps["contact"];
  /** How many event streams and waits a key may have open; 100 when not given. */
  streamsPerKey?: number;
  trustedProxies?: ServerDeps["trustedProxies"];
  dashboardFolder?: ServerDeps["dashboardFolder"];
  plugins?: ((app: FastifyInstance) => Promise<void>)[];
}

function ownSignIn(): SignInSettings {
  const secret = randomBytes(32).toString("base64url");
  return { secrets: () => [secret], publicUrl: null, openId: null };
}

async function readsNothing(): Promise<never> {
  throw new AppError("repository_unreachable", "This process reads no repositories.");
}

/** Joins what a server needs. Nothing connects yet; `startServer` closes it. */
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
    jobRepresentations: createJobRepresentations(createVersionLoader(database)),
    loadUses: createUsesLoader(database, "create"),
    loadMessageUses: createUsesLoader(database, "message"),
    openStreams: createOpenStreams(options.streamsPerKey),
  };
}
