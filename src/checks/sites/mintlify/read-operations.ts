import { posix } from "node:path";
import { parse } from "yaml";
import { isSettings, settingAt, textAt } from "../shared/read-settings.ts";
import { keepOperationLines } from "./keep-operation-lines.ts";

/** An operation of an OpenAPI description, with what the address of its page is made of. */
export interface Operation {
  /** In lower case. */
  method: string;
  isWebhook: boolean;
  /** Of the endpoint; of a webhook its name. */
  path: string;
  tag: string | null;
  summary: string | null;
  /** Address that the description itself gives to the page. */
  href: string | null;
  isHidden: boolean;
}

/** In the order in which Mintlify makes their pages. */
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const charactersMax = 16 * 1024 * 1024;

/**
 * Reads what Mintlify makes pages of in an OpenAPI description, in JSON or YAML. Returns null for one that
 * cannot be read, is of another kind, or has paths in other files.
 */
export function readOperations(text: string): Operation[] | null {
  const description = text.length > charactersMax ? null : parseDescription(text);
  if (typeof settingAt(description, "openapi") !== "string") return null;
  const operations: Operation[] = [];
  for (const kind of ["paths", "webhooks"]) {
    const items = settingAt(description, kind);
    for (const [path, item] of Object.entries(isSettings(items) ? items : {})) {
      if (settingAt(item, "$ref") !== undefined) return null;
      for (const method of methods) {
        const operation = settingAt(item, method);
        if (!isSettings(operation) || operation["x-excluded"]) continue;
        operations.push({ method, isWebhook: kind === "webhooks", path, ...readNames(operation) });
      }
    }
  }
  return operations;
}

function parseDescription(text: string): unknown {
  try {
    if (/^\s*\{/.test(text)) return JSON.parse(text);
    return parse(keepOperationLines(text), { logLevel: "error", maxAliasCount: 100 });
  } catch {
    return null;
  }
}

function readNames(operation: Readonly<Record<string, unknown>>) {
  const [tag] = Array.isArray(operation.tags) ? operation.tags : [];
  return {
    tag: typeof tag === "string" && tag !== "" ? tag : null,
    summary: textAt(operation, "summary") || null,
    href: textAt(operation, "x-mint", "href") || null,
    isHidden: Boolean(operation["x-hidden"]),
  };
}

/**
 * Returns the path of an operation's page without an ending, as `processOpenApiPath` of @mintlify/scraping
 * 4.0 makes it, before it makes it unique and writes it in lower case.
 */
export function pagePathOf(
  { method, isWebhook, path, tag, summary, href }: Operation,
  folder: string,
): string {
  if (href !== null) {
    const { dir, name } = posix.parse(href.replace(/^\//, ""));
    return posix.join(dir, name);
  }
  const unnamed = isWebhook ? fileName(path) : `${method}-${fileName(path)}`;
  const name = summary === null ? unnamed : fileName(summary);
  return posix.join(folder, tag === null ? "" : fileName(tag), name).replace(/^\//, "");
}

function fileName(text: string): string {
  return text
    .replaceAll(" ", "-")
    .replace(/\{[^{}\n]*\}/g, "-")
    .replace(/^-/, "")
    .replace(/-$/, "")
    .replace(/[{}(),.'\n/]/g, "")
    .replaceAll("--", "-")
    .toLowerCase();
}
