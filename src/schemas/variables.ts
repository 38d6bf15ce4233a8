import { readFileSync } from "node:fs";
import { z } from "zod";
import { roles } from "../people/permissions.ts";
import { telemetryVariables } from "../telemetry/telemetry-variables.ts";
import { headerToken } from "./header-token.ts";
import { modelName, modelPattern } from "./model-name.ts";
import { type ProviderVariable, providerVariables } from "./providers.ts";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" });

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

const secretKey = z.string().regex(/^[0-9a-fA-F]{64}$/, "must be 32 bytes as 64 hexadecimal digits");

const yesOrNo = z
  .enum(["yes", "no", "true", "false", "1", "0"])
  .transform((value) => /^(yes|true|1)$/.test(value));

const dollars = z.number("must be a number of US dollars").min(0, "must not be negative");

const tokenPrice = { input: dollars, cachedInput: dollars, cacheWrite: dollars.optional(), output: dollars };

export const modelPrice = z.strictObject({
  ...tokenPrice,
  longInput: z.strictObject({ above: z.int().min(0), ...tokenPrice }).optional(),
});

const prices = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text.trimStart().startsWith("{") ? text : readFileSync(text, "utf8"));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: "custom", message: `must be JSON or the path of a JSON file: ${reason}` });
      return z.NEVER;
    }
  })
  .pipe(z.record(modelName, modelPrice));

const models = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim()))
  .pipe(z.array(modelPattern));

const origins = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim()))
  .refine((list) => list.every(isOrigin), "must be origins, such as https://example.com, joined by commas");

const domains = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim().toLowerCase()))
  .refine(
    (list) => list.every((entry) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(entry)),
    "must be domains, such as example.com, joined by commas",
  );

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Separated by colons, as in `PATH`. */
const folderList = z
  .string()
  .transform((text) => text.split(":").filter((folder) => folder !== ""))
  .refine(
    (folders) => folders.every((folder) => folder.startsWith("/")),
    "must be absolute paths joined by colons",
  );

const addressList = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim()))
  .refine(
    (list) => list.every((entry) => addressOrRange.safeParse(entry).success && !entry.endsWith("/0")),
    "must be IP addresses or ranges in CIDR notation above /0, joined by commas",
  );

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const ofProviders = Object.fromEntries(
  providerVariables().map(({ variable, example }) => {
    const rule: z.ZodType<string> = variable.endsWith("_API_KEY") ? headerToken : httpUrl;
    return [variable, { rule, example: String(example) }];
  }),
) as Record<ProviderVariable, { rule: z.ZodType<string>; example: string }>;

/** Variable → rule, default and an example for messages. `docs/operating.md` has the same table. */
export const variables = {
  COPYDESK_PORT: { rule: wholeNumber(0, 65_535), example: "4100" },
  COPYDESK_HOST: { rule: z.string().min(1), example: "127.0.0.1" },
  COPYDESK_DATA: { rule: z.string().min(1), example: "/var/lib/copydesk" },
  COPYDESK_WORKSPACES: { rule: z.string().min(1), example: "/run/copydesk" },
  COPYDESK_URL: { rule: httpUrl, example: "https://copydesk.example.com" },
  COPYDESK_SLACK_URL: { rule: httpUrl, example: "https://slack-gov.com" },
  COPYDESK_CONTACT: {
    rule: z.union([z.email(), httpUrl], "must be an e-mail address or an http or https URL"),
    example: "docs-team@example.com",
  },
  COPYDESK_REMOTE_URL: { rule: httpUrl, example: "https://copydesk.example.com" },
  COPYDESK_REMOTE_KEY: {
    rule: z.string().regex(/^cp[dm]_[0-9A-Za-z_]{1,100}$/, "must be an API key or a management key"),
    example: "a key that the service there has created",
  },
  COPYDESK_SECRET_KEY: { rule: secretKey, example: "the output of: openssl rand -hex 32" },
  COPYDESK_SECRET_KEY_OLD: {
    rule: z
      .string()
      .transform((text) => text.split(",").map((key) => key.trim()))
      .pipe(z.array(secretKey)),
    example: "the key before, or several joined by commas",
  },
  COPYDESK_MODEL: {
    rule: modelName,
    example: "copydesk/chores",
  },
  COPYDESK_MODELS: { rule: models, example: "copydesk/chores,anthropic/claude-*" },
  COPYDESK_CONCURRENCY: { rule: wholeNumber(1, 1_000), example: "4" },
  COPYDESK_LOG_LEVEL: { rule: z.enum(["debug", "info", "warn", "error"]), example: "info" },
  DATABASE_URL: { rule: postgresUrl, example: "postgres://copydesk:secret@db.example.com/copydesk" },
  DATABASE_DIRECT_URL: {
    rule: z.union([z.literal("none"), postgresUrl], { error: "must be a postgres:// URL, or none" }),
    example: "postgres://copydesk:secret@db.example.com/copydesk",
  },
  DATABASE_POOL_SIZE: { rule: wholeNumber(1, 100), example: "4" },
  ...ofProviders,
  COPYDESK_CONTEXT_TOKENS: { rule: wholeNumber(4_000, 10_000_000), example: "120000" },
  COPYDESK_MAX_STEPS: { rule: wholeNumber(1, 1_000), example: "300" },
  COPYDESK_MAX_TOKENS: { rule: wholeNumber(1, 1_000_000_000), example: "5000000" },
  COPYDESK_MAX_COST_USD: { rule: z.coerce.number({ error: "must be a number" }).positive(), example: "2.50" },
  COPYDESK_MAX_TIMEOUT_SECONDS: { rule: wholeNumber(1, 43_200), example: "3600" },
  COPYDESK_PRICES: {
    rule: prices,
    example: '{"openai-compatible/qwen": {"input": 0.1, "cachedInput": 0.1, "output": 0.4}}',
  },
  COPYDESK_KEEP_RECORDS_DAYS: { rule: wholeNumber(1, 3_650), example: "400" },
  COPYDESK_KEEP_TRANSCRIPTS_DAYS: { rule: wholeNumber(1, 3_650), example: "90" },
  COPYDESK_BUCKET_URL: {
    rule: httpUrl,
    example: "https://s3.eu-central-1.amazonaws.com/copydesk-transcripts",
  },
  COPYDESK_BUCKET_REGION: {
    rule: z.string().regex(/^[\w-]{1,64}$/, "must be the name of a region"),
    example: "eu-central-1",
  },
  COPYDESK_BUCKET_KEY_ID: { rule: z.string().min(1), example: "the access key id of the bucket" },
  COPYDESK_BUCKET_SECRET_KEY: { rule: z.string().min(1), example: "the secret access key" },
  COPYDESK_MIRRORS_GB: { rule: wholeNumber(1, 100_000), example: "20" },
  COPYDESK_FILE_CACHE_MB: { rule: wholeNumber(1, 100_000), example: "256" },
  COPYDESK_STREAMS_PER_KEY: { rule: wholeNumber(1, 100_000), example: "100" },
  COPYDESK_OIDC_ISSUER: { rule: httpUrl, example: "https://login.example.com" },
  COPYDESK_OIDC_CLIENT_ID: { rule: z.string().min(1), example: "copydesk" },
  COPYDESK_OIDC_CLIENT_SECRET: {
    rule: z.string().min(1),
    example: "what the provider shows with the client",
  },
  COPYDESK_OIDC_NAME: { rule: z.string().min(1).max(50), example: "Example login" },
  COPYDESK_OIDC_DOMAINS: { rule: domains, example: "example.com,example.org" },
  COPYDESK_OIDC_ROLE: { rule: z.enum(roles), example: "viewer" },
  COPYDESK_ALLOWED_ORIGINS: { rule: origins, example: "https://example.com,http://localhost:5173" },
  COPYDESK_REPOSITORY_FOLDERS: { rule: folderList, example: "/srv/git:/srv/docs" },
  COPYDESK_TRUSTED_PROXIES: { rule: addressList, example: "127.0.0.1,10.0.0.0/8" },
  COPYDESK_ALLOW_PRIVATE_ADDRESSES: { rule: yesOrNo, example: "no" },
  COPYDESK_ALLOW_PLAIN_HTTP: { rule: yesOrNo, example: "no" },
  ...telemetryVariables,
} as const;

/** Values read from the environment. */
export type Variables = { [Name in keyof typeof variables]?: z.infer<(typeof variables)[Name]["rule"]> };
