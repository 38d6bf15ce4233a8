import { randomUUID } from "node:crypto";
import { access, constants, readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "node:tls";
import { loadBackupAge } from "../../backup/record-backup.ts";
import type { Config } from "../../config.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { mirrorName } from "../../git/mirror/ensure-mirror.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import { activeJobs } from "../../jobs/active-jobs.ts";
import { workspacesParent } from "../../worker/upkeep/workspace-folders.ts";
import type { CliStore, DoctorCheck } from "../deps.ts";
import { describeSize } from "../output/describe-size.ts";
import { errorText } from "../output/error-text.ts";

/** Points that operators often overlook: each is a hint, and none makes `doctor` fail. */
const hint = { needed: false } as const;

const daySeconds = 86_400;
const backupDaysMax = 1;
const skewSecondsMax = 5;
const certificateDaysMin = 21;
const freeBytesMin = 5_000_000_000;
const freePartMin = 0.1;
const answerMs = 5_000;
/** What `statfs` says of a tmpfs (TMPFS_MAGIC in Linux's `magic.h`). */
const tmpfsType = 0x01021994;

export async function checkBackups({ database }: Pick<CliStore, "database">): Promise<DoctorCheck> {
  const check = { ...hint, name: "backup" };
  const cure = "copydesk backup FILE each day from cron; of another tool, copydesk backup --note NAME";
  const newest = await loadBackupAge({ database });
  const used = await database.pool.query("select 1 from jobs limit 1");
  if (newest === null) return { ...check, ok: used.rowCount === 0, found: "none is known", cure };
  const days = newest.ageSeconds / daySeconds;
  const age = days < 2 ? `${(days * 24).toFixed(0)} hours` : `${days.toFixed(0)} days`;
  return {
    ...check,
    ok: days <= backupDaysMax * 1.5,
    found: `the newest is ${age} old (${newest.tool})`,
    cure,
  };
}

/** Checks the database's clock, which decides when jobs are due and how old a heartbeat is. */
export async function checkClock({ database: { pool } }: Pick<CliStore, "database">): Promise<DoctorCheck> {
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const middle = (before + Date.now()) / 2;
  const skew = Math.abs(rows[0]!.now.getTime() - middle) / 1_000;
  return {
    ...hint,
    name: "clock",
    ok: skew <= skewSecondsMax,
    found: `${skew < 1 ? "less than a second" : `${skew.toFixed(0)} seconds`} apart from the database's`,
    cure: "synchronize the clocks of both machines by NTP: budgets and signatures depend on both",
  };
}

export async function checkDisk({ dataFolder }: Pick<Config, "dataFolder">): Promise<DoctorCheck> {
  const { bavail, blocks, bsize } = await statfs(dataFolder);
  const [free, all] = [bavail * bsize, blocks * bsize];
  return {
    ...hint,
    name: "disk",
    ok: free >= Math.min(freeBytesMin, all * freePartMin),
    found: `${describeSize(free)} free of ${describeSize(all)} at the data folder`,
    cure: "free some space: mirrors take up to COPYDESK_MIRRORS_GB, workspaces what running jobs write, the embedded database the rest",
  };
}

/** Tells where checkouts of other engines are made, and how much fits there. */
export async function checkWorkspaces(
  config: Pick<Config, "dataFolder" | "workspacesFolder">,
): Promise<DoctorCheck> {
  const check = { ...hint, name: "workspaces" };
  const folder = workspacesParent(config);
  try {
    await makeFolder(folder, { mode: 0o700 });
    await access(folder, constants.W_OK);
    const { type, bavail, bsize } = await statfs(folder);
    const place = type === tmpfsType ? "in memory (tmpfs)" : "on disk";
    return {
      ...check,
      ok: true,
      found: `checkouts of other engines are made ${place}, ${describeSize(bavail * bsize)} free`,
    };
  } catch (error) {
    const cure = `choose a folder that this user may write to with COPYDESK_WORKSPACES (${errorText(error)})`;
    return { ...check, needed: true, ok: false, found: `no workspace can be made in ${folder}`, cure };
  }
}

/** Finds mirrors of repositories that no project and no context repository uses any more. */
export async function checkMirrors(
  { database: { pool } }: Pick<CliStore, "database">,
  { dataFolder }: Pick<Config, "dataFolder">,
): Promise<DoctorCheck> {
  const { rows } = await pool.query<{ repository: string }>(
    `select repository from projects union select repository from ${activeJobs} as jobs union select repository from context_repositories`,
  );
  const known = new Set(rows.flatMap(({ repository }) => mirrorNames(repository)));
  const all = await readdir(join(dataFolder, "mirrors")).catch(() => []);
  const mirrors = all.filter((name) => /^[0-9a-f]{32}$/.test(name));
  const orphans = mirrors.filter((name) => !known.has(name));
  return {
    ...hint,
    name: "mirrors",
    ok: orphans.length === 0,
    found: `${mirrors.length} of repositories, ${orphans.length} of them used by no project`,
    cure: "nothing has to be done: a worker removes what no job has used for 30 days; to free the space now, stop the service and delete the folder mirrors",
  };
}

function mirrorNames(repository: string): string[] {
  try {
    const parsed = parseRepository(repository);
    return [mirrorName(parsed), mirrorName(parsed, { withFiles: false })];
  } catch {
    return [];
  }
}

export function checkRetention({ retention }: Pick<Config, "retention">): DoctorCheck {
  const { recordsDays, transcriptsDays } = retention;
  return {
    ...hint,
    name: "retention",
    ok: recordsDays <= 800 && transcriptsDays <= 400,
    found: `transcripts for ${transcriptsDays} days, records for ${recordsDays}`,
    cure: "the store grows for that long: lower COPYDESK_KEEP_TRANSCRIPTS_DAYS and COPYDESK_KEEP_RECORDS_DAYS unless you have to keep them",
  };
}

/** Puts, gets and removes an object. */
export async function checkBucket(config: Config): Promise<DoctorCheck> {
  const check = { ...hint, name: "bucket" };
  const { openBucket } = await import("../../compose/open-bucket.ts");
  const objects = openBucket(config);
  if (objects === null) return { ...check, ok: true, found: "none: old transcripts are removed" };
  const name = `doctor-${randomUUID()}`;
  try {
    await objects.put(name, Buffer.from(name));
    const found = await objects.get(name);
    await objects.remove(name);
    if (found?.toString() !== name) throw new Error("an object came back changed");
    return { ...check, ok: true, found: `${config.bucket?.url} takes, returns and removes objects` };
  } catch (error) {
    const cure =
      "transcripts stay in the store until it works: check the bucket, the region and the key's permissions";
    return { ...check, needed: true, ok: false, found: errorText(error), cure };
  }
}

/** Checks the key, the password and the folder, which nobody else may read. */
export async function checkPermissions({ dataFolder }: Pick<Config, "dataFolder">): Promise<DoctorCheck> {
  const open: string[] = [];
  for (const name of ["secret.key", "postgres.password"]) {
    const found = await stat(join(dataFolder, name)).catch(() => null);
    if (found !== null && (found.mode & 0o077) !== 0) open.push(name);
  }
  return {
    ...hint,
    name: "files",
    needed: open.length > 0,
    ok: open.length === 0,
    found:
      open.length === 0
        ? "keys and passwords are readable by this user only"
        : `others can read ${open.join(", ")}`,
    cure: `chmod 600 ${open.map((name) => join(dataFolder, name)).join(" ")}`,
  };
}

/** Checks the address at which people and programs reach the service from elsewhere. */
export async function checkTls({
  publicUrl,
  host,
}: Pick<Config, "publicUrl" | "host">): Promise<DoctorCheck> {
  const check = { ...hint, name: "TLS" };
  const isLocal = /^(127\.|localhost$|::1$)/.test(host);
  if (publicUrl === null) {
    const found = isLocal
      ? "the service listens on this machine only"
      : `plain http on ${host}, and no COPYDESK_URL`;
    return {
      ...check,
      ok: isLocal,
      found,
      cure: "put a reverse proxy with a certificate in front of it, and set COPYDESK_URL",
    };
  }
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:")
    return {
      ...check,
      ok: /^(127\.|localhost$|\[::1\]$)/.test(hostname),
      found: `COPYDESK_URL is plain http: ${publicUrl}`,
      cure: "keys and sessions are sent in the clear: put a reverse proxy with a certificate in front of it",
    };
  const end = await readCertificateEnd(hostname, Number(port || 443));
  if (end === null)
    return {
      ...check,
      ok: false,
      found: `${publicUrl} does not respond from here`,
      cure: "check whether its proxy is running",
    };
  const days = (end.getTime() - Date.now()) / (daySeconds * 1_000);
  return {
    ...check,
    ok: days >= certificateDaysMin,
    found: `the certificate of ${hostname} is valid for ${Math.floor(days)} more days`,
    cure: "renew it, or see why its renewal does not run",
  };
}

/** Accepts untrusted certificates too: only the expiry date matters. */
function readCertificateEnd(host: string, port: number): Promise<Date | null> {
  const name = host.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host: name,
      port,
      servername: name,
      rejectUnauthorized: false,
      timeout: answerMs,
    });
    const end = (date: Date | null) => {
      socket.destroy();
      resolve(date);
    };
    socket.once("secureConnect", () => end(new Date(socket.getPeerCertificate().valid_to)));
    socket.once("timeout", () => end(null));
    socket.once("error", () => end(null));
  });
}
