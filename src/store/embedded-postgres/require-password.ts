import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { dataFolderArgument } from "./can-reach.ts";
import { databaseUser } from "./create-cluster.ts";
import { makePassword, readPassword } from "./database-password.ts";
import { lastLines } from "./last-lines.ts";
import { replaceFile } from "./replace-file.ts";
import type { ServerPlace } from "./server-place.ts";

const rule =
  "# Written by Copydesk, which keeps the password in the data folder.\nlocal all all scram-sha-256\n";
const locked = "# No password is set yet: nobody can connect.\n";

// As for the server itself: the last processes of a killed one may still hold its memory.
const attempts = 6;
const pauseMs = 500;

/**
 * Makes sure that the server, which is not running, will ask for the password, also in a data folder of an
 * earlier Copydesk or one that has lost its password. Only under the start lock. Throws
 * `store_unavailable`.
 */
export async function requirePassword(place: ServerPlace, binaries: string): Promise<void> {
  const rules = join(place.cluster, "pg_hba.conf");
  const known = await readPassword(place);
  if (known !== null && (await readFile(rules, "utf8").catch(() => "")) === rule) return;
  // A process that is killed from here on leaves a file other than the rule, so the next start does it all
  // again.
  await writeRules(place, rules, locked);
  const password = known ?? (await makePassword(place));
  await setPassword(place, binaries, password);
  await writeRules(place, rules, rule);
}

async function writeRules({ user }: ServerPlace, path: string, content: string): Promise<void> {
  await replaceFile(path, content);
  if (user !== null) await chown(path, user.uid, user.gid);
}

/** Sets the password in single-user mode, when nobody can connect; it goes through a pipe. */
async function setPassword(place: ServerPlace, binaries: string, password: string): Promise<void> {
  const statement = `alter role ${databaseUser} password '${password}'\n`;
  for (let attempt = 1; ; attempt += 1) {
    const problem = await runAlone(place, binaries, statement);
    if (problem === null) return;
    if (attempt === attempts) {
      const words = lastLines(problem.replaceAll(password, "…"));
      throw new AppError("store_unavailable", `The database's password could not be set: ${words}`);
    }
    await sleep(pauseMs);
  }
}

async function runAlone(place: ServerPlace, binaries: string, statement: string): Promise<string | null> {
  const folder = dataFolderArgument(place, place.cluster);
  const child = spawn(join(binaries, "bin", "postgres"), ["--single", "-D", folder, "postgres"], {
    ...place.user,
    cwd: place.cluster,
    stdio: ["pipe", "ignore", "pipe"],
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(statement);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  // Exits with 0 even if the statement failed.
  return code === 0 && !/\b(?:ERROR|FATAL|PANIC): /.test(said) ? null : said;
}
