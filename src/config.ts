import { join, resolve } from "node:path";
import type { z } from "zod";
import type { BucketSettings } from "./bucket/open-object-store.ts";
import { AppError } from "./errors.ts";
import { packageFolder } from "./files/package-folder.ts";
import { readAuthorities } from "./network/authorities.ts";
import type { Proxies } from "./network/select-proxy.ts";
import { secretsOfUrl } from "./outgoing/known-secrets.ts";
import type { OpenIdSettings } from "./people/sign-in/sign-in-settings.ts";
import { type ExplainedIssue, parseExplained } from "./schemas/parse-explained.ts";
import { type ProviderSettings, readProviderSettings } from "./schemas/providers.ts";
import { describeMissingVariables, readBucket, readOpenId } from "./schemas/variable-groups.ts";
import { type modelPrice, type Variables, variables } from "./schemas/variables.ts";
import {
  describeTelemetryProblems,
  readTelemetry,
  secretsOfHeaders,
  type TelemetrySettings,
} from "./telemetry/telemetry-settings.ts";
import { trimEndCharacters } from "./text/trim-characters.ts";

export interface Config extends Required<ProviderSettings> {
  port: number;
  host: string;
  /** Absolute path of the data folder. */
  dataFolder: string;
  /** Where workspaces are made; null for a folder in the data folder. */
  workspacesFolder: string | null;
  /** Base of links such as `prLink`, without a trailing slash; null means the listening address. */
  publicUrl: string | null;
  /** Whom users of the API may ask: an e-mail address or a page; null when not given. */
  contact: string | null;
  /** Where Slack is, without a trailing slash. */
  slackUrl: string;
  /** Service on another machine that commands work on, without a trailing slash, and the key for it. */
  remote: { url: string | null; key: string | null };
  secretKey: string | null;
  /** Keys that were replaced; they open what was encrypted with them. */
  oldSecretKeys: string[];
  /** `provider/name`. */
  defaultModel: string;
  /** Names and patterns of the models that may be used; null: all that are configured. */
  models: string[] | null;
  concurrency: number;
  databaseUrl: string | null;
  /** The server itself where `databaseUrl` is a pooler; `none`: this process has no connection to it. */
  databaseDirectUrl: string | null;
  /** Connections of this process, besides the one that it listens on. */
  databasePoolSize: number;
  /** Tokens that a model's window is taken to hold. */
  contextTokens: number;
  /** What no turn of a job may use more of, whatever it or its project asks for; null: no limit. */
  budgetMax: {
    maxSteps: number;
    maxTokens: number | null;
    maxCostUsd: number | null;
    timeoutSeconds: number;
  };
  /** The operator's own prices, over those that Copydesk knows. */
  prices: Record<string, z.infer<typeof modelPrice>>;
  /**
   * Days after their end for which jobs are kept, and their events and diffs, of projects that say nothing
   * else.
   */
  retention: { recordsDays: number; transcriptsDays: number };
  /** Where transcripts go when they leave the store; null: they are removed. */
  bucket: BucketSettings | null;
  /** Of all mirrors of repositories together. */
  mirrorsBytesMax: number;
  /** Memory for files of repositories, shared by the jobs of a process. */
  fileCacheBytes: number;
  allowPrivateAddresses: boolean;
  /** Whether credentials may be sent over http to other machines. */
  allowPlainHttp: boolean;
  /** Event streams and waits that an API key may have open on one process. */
  streamsPerKey: number;
  /** Origins whose pages may call the API. */
  allowedOrigins: string[];
  /** Addresses and ranges of proxies whose X-Forwarded-For names the client. */
  /** Below them repositories of this machine may be used by projects that are made over HTTP. */
  repositoryFolders: string[];
  trustedProxies: string[];
  /** The OpenID Connect provider that people may sign in with; null: passwords only. */
  openId: OpenIdSettings | null;
  /** What is measured and traced. */
  telemetry: TelemetrySettings;
  proxies: Proxies;
  /** Certificates in PEM of `SSL_CERT_FILE`, trusted beside those of Node and `NODE_EXTRA_CA_CERTS`. */
  authorities: string[];
  /** Whether either variable is set: then git trusts what Node trusts, not what is installed for it. */
  hasOwnAuthorities: boolean;
  logLevel: "debug" | "info" | "warn" | "error";
  /** What else in the environment is secret by its name: never part of what leaves. */
  otherSecrets: string[];
}

/**
 * Reads every variable; throws one `invalid_configuration` that lists all problems. An empty value counts as
 * not set. Relative paths start from `cwd`; without COPYDESK_DATA every command uses the same data folder,
 * wherever it is called.
 */
export function readConfig(
  environment: Record<string, string | undefined> = process.env,
  cwd = process.cwd(),
): Config {
  const values = parseVariables(environment);
  return {
    port: values.COPYDESK_PORT ?? 4100,
    host: values.COPYDESK_HOST ?? "127.0.0.1",
    dataFolder: values.COPYDESK_DATA ? resolve(cwd, values.COPYDESK_DATA) : join(packageFolder, ".copydesk"),
    workspacesFolder: values.COPYDESK_WORKSPACES ? resolve(cwd, values.COPYDESK_WORKSPACES) : null,
    contact: values.COPYDESK_CONTACT ?? null,
    slackUrl: trimEndCharacters(values.COPYDESK_SLACK_URL ?? "https://slack.com", "/"),
    publicUrl: values.COPYDESK_URL === undefined ? null : trimEndCharacters(values.COPYDESK_URL, "/"),
    remote: {
      url:
        values.COPYDESK_REMOTE_URL === undefined ? null : trimEndCharacters(values.COPYDESK_REMOTE_URL, "/"),
      key: values.COPYDESK_REMOTE_KEY ?? null,
    },
    secretKey: values.COPYDESK_SECRET_KEY ?? null,
    oldSecretKeys: values.COPYDESK_SECRET_KEY_OLD ?? [],
    defaultModel: values.COPYDESK_MODEL ?? "copydesk/chores",
    models: values.COPYDESK_MODELS ?? null,
    concurrency: values.COPYDESK_CONCURRENCY ?? 4,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE ?? 4,
    ...readProviderSettings(values),
    contextTokens: values.COPYDESK_CONTEXT_TOKENS ?? 120_000,
    budgetMax: {
      maxSteps: values.COPYDESK_MAX_STEPS ?? 1_000,
      maxTokens: values.COPYDESK_MAX_TOKENS ?? null,
      maxCostUsd: values.COPYDESK_MAX_COST_USD ?? null,
      timeoutSeconds: values.COPYDESK_MAX_TIMEOUT_SECONDS ?? 43_200,
    },
    prices: values.COPYDESK_PRICES ?? {},
    retention: {
      recordsDays: values.COPYDESK_KEEP_RECORDS_DAYS ?? 400,
      transcriptsDays: values.COPYDESK_KEEP_TRANSCRIPTS_DAYS ?? 90,
    },
    bucket: readBucket(values),
    mirrorsBytesMax: (values.COPYDESK_MIRRORS_GB ?? 20) * 1_000_000_000,
    fileCacheBytes: (values.COPYDESK_FILE_CACHE_MB ?? 256) * 1_000_000,
    allowPrivateAddresses: values.COPYDESK_ALLOW_PRIVATE_ADDRESSES ?? false,
    allowPlainHttp: values.COPYDESK_ALLOW_PLAIN_HTTP ?? false,
    streamsPerKey: values.COPYDESK_STREAMS_PER_KEY ?? 100,
    allowedOrigins: values.COPYDESK_ALLOWED_ORIGINS ?? [],
    repositoryFolders: values.COPYDESK_REPOSITORY_FOLDERS ?? [],
    trustedProxies: values.COPYDESK_TRUSTED_PROXIES ?? [],
    openId: readOpenId(values),
    telemetry: readTelemetry(values),
    ...readNetwork(environment),
    logLevel: values.COPYDESK_LOG_LEVEL ?? "info",
    otherSecrets: findSecrets(environment),
  };
}

/** Values of variables that are named as secrets are, and passwords in URLs. */
function findSecrets(environment: Record<string, string | undefined>): string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => {
    const isNamed = /(?:_KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)$/i.test(name);
    if (/^OTEL_\w+_HEADERS$/.test(name)) return secretsOfHeaders(value);
    return isNamed && /^[^\s/]/.test(value) ? [value] : secretsOfUrl(value);
  });
}

/** What other programs know by the same names, in capitals or not. */
function readNetwork(environment: Record<string, string | undefined>) {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || null;
  const proxy = (name: string) => {
    const text = read(name);
    if (text === null) return null;
    const url = URL.parse(/^\w+:\/\//.test(text) ? text : `http://${text}`);
    if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
    throw new AppError(
      "invalid_configuration",
      `${name}: must be the http or https URL of a proxy. Example: ${name}=http://proxy.example.com:3128`,
    );
  };
  const certificates = environment.SSL_CERT_FILE;
  return {
    proxies: {
      https: proxy("HTTPS_PROXY"),
      http: proxy("HTTP_PROXY"),
      direct: (read("NO_PROXY") ?? "").split(/[\s,]+/).filter((entry) => entry !== ""),
    },
    authorities: certificates ? readAuthorities("SSL_CERT_FILE", certificates) : [],
    hasOwnAuthorities: Boolean(certificates || environment.NODE_EXTRA_CA_CERTS),
  };
}

/** Base of the links to a service with this configuration, without a trailing slash. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">): string {
  return publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function parseVariables(environment: Record<string, string | undefined>): Variables {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, { rule, example }] of Object.entries(variables)) {
    const text = environment[name];
    if (text === undefined || text === "") continue;
    const parsed = parseExplained<z.ZodType>(rule, text);
    if ("data" in parsed) values[name] = parsed.data;
    else problems.push(`${name}: ${describeIssue(parsed.issues[0]!)}. Example: ${name}=${example}`);
  }
  if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined)
    problems.push(
      "DATABASE_DIRECT_URL: is used together with DATABASE_URL only. Set that too, or remove it.",
    );
  problems.push(...describeMissingVariables(values), ...describeTelemetryProblems(values as Variables));
  const known = new Set(Object.keys(variables));
  for (const name of Object.keys(environment)) {
    if (name.startsWith("COPYDESK_") && !known.has(name))
      problems.push(`${name}: there is no such variable.`);
  }
  if (problems.length > 0) {
    throw new AppError(
      "invalid_configuration",
      `The configuration has problems:\n  ${problems.join("\n  ")}`,
    );
  }
  return values as Variables;
}

function describeIssue({ path, message }: ExplainedIssue): string {
  return path.length === 0 ? message : `${path.join(" → ")}: ${message}`;
}
