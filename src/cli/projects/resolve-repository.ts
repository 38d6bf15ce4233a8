import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { packageFolder } from "../../files/package-folder.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import { confirm } from "../confirm.ts";
import type { CliIo } from "../deps.ts";

/**
 * Makes a path absolute and leaves URLs and `user@host:path` as they are. Commands are often called from
 * Copydesk's own clone, which is rarely meant: it must be confirmed. Throws `usage` if it is not.
 */
export async function resolveRepository(
  io: Pick<CliIo, "ask" | "cwd">,
  text: string,
  given: { yes: boolean | undefined; flag?: string },
): Promise<string> {
  const isFile = /^file:\/\//i.test(text);
  if (isAddress(text) && !isFile) return text;
  const path = isFile ? pathOf(text) : resolve(io.cwd, text);
  if (isOwnClone(path)) {
    await confirm(io, {
      what: `${path} is the folder of Copydesk itself, not your documentation.`,
      question: "Work on it?",
      ...given,
    });
  }
  return path;
}

/** Returns the path, or the text itself if it is not one; an invalid repository is refused. */
function pathOf(url: string): string {
  const parsed = parseRepository(url);
  return parsed.kind === "path" ? parsed.path : url;
}

function isOwnClone(path: string): boolean {
  try {
    const real = realpathSync(path);
    const own = realpathSync(packageFolder);
    return real === own || real === resolve(own, ".git");
  } catch {
    return false;
  }
}

// Git takes "a:b" for host and path, unless a slash precedes the colon.
function isAddress(text: string): boolean {
  return (
    text === "" ||
    text.startsWith("-") ||
    /^[A-Za-z][A-Za-z0-9+.-]*::?\/?\//.test(text) ||
    /^[^/\\:]+:/.test(text)
  );
}
