import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { packageFolder } from "../../config.ts";
import { parseRepository } from "../../git/parse-repository.ts";
import { confirm } from "../confirm.ts";
import type { CliIo } from "../deps.ts";

/**
 * Makes a path absolute and leaves URLs and `user@host:path` as they are. Copydesk's own clone is where
 * commands are often called from and rarely what is meant: it has to be confirmed. Throws `usage` when it is
 * not.
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

/** What is no path of this machine is refused as a repository. */
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

// Git takes "a:b" for host and path, unless a slash comes before the colon.
function isAddress(text: string): boolean {
  return (
    text === "" ||
    text.startsWith("-") ||
    /^[A-Za-z][A-Za-z0-9+.-]*::?\/?\//.test(text) ||
    /^[^/\\:]+:/.test(text)
  );
}
