import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const source = "@octokit/openapi@23.0.2";
const sourceFile = "package/generated/api.github.com.json";
const packMs = 240_000;
/** Raised with each change of what is kept. */
const pruning = 3;

/**
 * What GitHub publishes of the operations below, in OpenAPI 3.0; the payloads of webhooks as operations on
 * `/webhooks/…`.
 */
export interface GithubDescription {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<string, Record<string, unknown>>;
}

export interface DescribedOperation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, unknown>;
}

interface JsonSchema {
  [keyword: string]: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

interface Source {
  openapi: string;
  info: GithubDescription["info"];
  paths: Record<string, Record<string, unknown>>;
  "x-webhooks": Record<string, { post: Record<string, unknown> }>;
  components: Record<string, Record<string, unknown>>;
}

const operations = [
  "GET /user",
  "GET /app",
  "POST /app/installations/{installation_id}/access_tokens",
  "POST /app-manifests/{code}/conversions",
  "GET /repos/{owner}/{repo}",
  "GET /repos/{owner}/{repo}/installation",
  "POST /repos/{owner}/{repo}/forks",
  "POST /repos/{owner}/{repo}/labels",
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
  "GET /repos/{owner}/{repo}/compare/{basehead}",
  "GET /repos/{owner}/{repo}/git/ref/{ref}",
  "POST /repos/{owner}/{repo}/git/refs",
  "GET /repos/{owner}/{repo}/pulls",
  "POST /repos/{owner}/{repo}/pulls",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}",
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
  "GET /repos/{owner}/{repo}/commits/{ref}/check-suites",
  "GET /repos/{owner}/{repo}/commits/{ref}/status",
  "POST /repos/{owner}/{repo}/check-runs",
  "POST /repos/{owner}/{repo}/statuses/{sha}",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees",
];

const webhooks = [
  "pull-request-opened",
  "pull-request-closed",
  "issue-comment-created",
  "pull-request-review-submitted",
  "pull-request-review-comment-created",
  "check-run-completed",
  "check-suite-completed",
  "status",
];

/**
 * GitHub's own description, fetched from the npm registry once and kept below `node_modules/.cache`, or below
 * the system's folder for temporary files when that is not writable. Null when it cannot be had: then one
 * line says that nothing was compared with it.
 */
export async function loadGithubDescription(): Promise<GithubDescription | null> {
  const key = createHash("sha256")
    .update(JSON.stringify([source, operations, webhooks, pruning]))
    .digest("hex");
  const folder = await cacheFolder();
  const file = join(folder, `github-description-${key.slice(0, 16)}.json`);
  const kept = await readJson(file);
  if (kept !== null) return kept;
  try {
    const description = prune(await fetchSource(folder));
    const making = `${file}.${randomUUID()}`;
    await writeFile(making, JSON.stringify(description));
    await rename(making, file);
    return description;
  } catch (error) {
    const reason = (error as Error).message.split("\n", 1)[0];
    process.stderr.write(`GitHub's API description is not compared with: no ${source} (${reason})\n`);
    return null;
  }
}

async function cacheFolder(): Promise<string> {
  const own = fileURLToPath(new URL("../../../node_modules/.cache/copydesk/", import.meta.url));
  const isWritable = await mkdir(own, { recursive: true })
    .then(() => writeFile(join(own, ".writable"), ""))
    .then(() => true)
    .catch(() => false);
  if (isWritable) return own;
  const folder = join(tmpdir(), `copydesk-cache-${process.getuid?.() ?? 0}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await stat(folder)).uid !== process.getuid?.()) throw new Error(`${folder} belongs to somebody else`);
  return folder;
}

async function readJson(file: string): Promise<GithubDescription | null> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * 29 MB, of which one file of 13 MB is taken out. Several processes may do this at once: each has a folder of
 * its own.
 */
async function fetchSource(folder: string): Promise<Source> {
  const making = await mkdtemp(join(folder, "making-"));
  try {
    const flags = [
      "--silent",
      "--fetch-retries=1",
      "--fetch-retry-mintimeout=1000",
      "--fetch-retry-maxtimeout=5000",
      "--pack-destination",
      making,
    ];
    const { stdout } = await run("npm", ["pack", source, ...flags], { cwd: making, timeout: packMs });
    const archive = join(making, stdout.trim().split("\n").at(-1)!);
    await run("tar", ["-xzf", archive, "-C", making, sourceFile], { timeout: packMs });
    return JSON.parse(await readFile(join(making, sourceFile), "utf8"));
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

function prune({ openapi, info, paths, components, "x-webhooks": hooks }: Source): GithubDescription {
  const kept: GithubDescription = { openapi, info, paths: {}, components: {} };
  for (const operation of operations) {
    const [method, path] = operation.split(" ") as [string, string];
    const described = paths[path]?.[method.toLowerCase()] as DescribedOperation | undefined;
    if (described === undefined) throw new Error(`${source} does not describe ${operation}`);
    kept.paths[path] = { ...kept.paths[path], [method.toLowerCase()]: described };
  }
  for (const name of webhooks) {
    const described = hooks[name]?.post as DescribedOperation | undefined;
    if (described === undefined) throw new Error(`${source} does not describe the webhook ${name}`);
    kept.paths[`/webhooks/${name}`] = { post: { ...described, operationId: `webhooks/${name}` } };
  }
  kept.paths = withoutProse(kept.paths) as GithubDescription["paths"];
  collect(kept, kept.paths, components);
  for (const item of Object.values(kept.paths))
    for (const operation of Object.values(item)) closeBody(operation);
  return kept;
}

/** Everything that is referred to, and what that refers to. */
function collect(kept: GithubDescription, part: unknown, components: Source["components"]): void {
  if (typeof part !== "object" || part === null) return;
  const { $ref } = part as { $ref?: unknown };
  if (typeof $ref === "string") {
    const [, , kind, name] = $ref.split("/") as [string, string, string, string];
    if (kept.components[kind]?.[name] !== undefined) return;
    const found = withoutProse(components[kind]?.[name]);
    kept.components[kind] = { ...kept.components[kind], [name]: found };
    collect(kept, found, components);
    return;
  }
  for (const value of Object.values(part)) collect(kept, value, components);
}

/**
 * Descriptions and examples are most of the bytes. A property may have such a name too, but then it is no
 * text or list.
 */
function withoutProse(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutProse);
  if (typeof part !== "object" || part === null) return part;
  const isProse = ([key, value]: [string, unknown]) =>
    (key === "description" && typeof value === "string") ||
    ((key === "example" || key === "examples" || key === "summary") && !isSchema(value)) ||
    key === "x-github" ||
    key === "externalDocs";
  const entries = Object.entries(part).filter((entry) => !isProse(entry));
  const pruned = toleratingNull(
    Object.fromEntries(entries.map(([key, value]) => [key, withoutProse(value)])),
  );
  const isResponse = "content" in part && "description" in part;
  return isResponse || ("headers" in part && "description" in part) ? { ...pruned, description: "" } : pruned;
}

/** `nullable` beside a choice of schemas, or of values without null, means nothing to the validator. */
function toleratingNull(schema: Record<string, unknown>): Record<string, unknown> {
  if (schema.nullable === true && Array.isArray(schema.enum)) {
    return { ...schema, enum: [...new Set([...schema.enum, null])] };
  }
  const choice = Array.isArray(schema.oneOf) ? "oneOf" : "anyOf";
  if (schema.nullable !== true || schema.type !== undefined || !Array.isArray(schema[choice])) return schema;
  const { nullable: _, ...rest } = schema;
  return { ...rest, [choice]: [...(schema[choice] as unknown[]), { enum: [null] }] };
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("type" in value || "$ref" in value);
}

/** GitHub's description lets unknown fields pass, which hides a misspelt one. */
function closeBody({ operationId, requestBody }: DescribedOperation): void {
  if (operationId.startsWith("webhooks/")) return;
  for (const { schema } of Object.values(requestBody?.content ?? {})) close(schema);
}

function close(schema: JsonSchema): void {
  if (schema.properties !== undefined) schema.additionalProperties ??= false;
  for (const part of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) close(part);
  for (const property of Object.values(schema.properties ?? {})) close(property);
}
