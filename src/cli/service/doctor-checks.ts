import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describeUnreadable } from "../../compose/assert-secret-key.ts";
import { countSecrets } from "../../compose/rotate-secrets.ts";
import type { Config } from "../../config.ts";
import { isAppError } from "../../errors.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { checkGitVersion } from "../../git/programs/check-git-version.ts";
import { findMiscountedProjects, repairLoad } from "../../jobs/lease/repair-load.ts";
import { showProxy } from "../../network/select-proxy.ts";
import { findGroupPlace } from "../../processes/find-group-place.ts";
import { countOf } from "../../text/count-of.ts";
import type { CliDeps, CliStore, DoctorCheck } from "../deps.ts";
import { errorText } from "../output/error-text.ts";
import { checkBackups, checkClock, checkMirrors } from "./operator-checks.ts";
import { checkStoreSpeed } from "./speed-checks.ts";

const execute = promisify(execFile);
const nodeMinimum = [22, 18] as const;
const answerMs = 5_000;

export function checkNode(version: string): DoctorCheck {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const ok = major > nodeMinimum[0] || (major === nodeMinimum[0] && minor >= nodeMinimum[1]);
  const cure = `run it with Node ${nodeMinimum.join(".")} or newer; npm start brings its own`;
  return { name: "Node.js", ok, needed: true, found: version, cure };
}

export async function checkGit(): Promise<DoctorCheck> {
  const check = { name: "git", needed: true };
  try {
    return { ...check, ok: true, found: await checkGitVersion() };
  } catch (error) {
    return { ...check, ok: false, found: "missing or too old", cure: errorText(error) };
  }
}

export async function checkDataFolder({ dataFolder }: Config): Promise<DoctorCheck> {
  const check = { name: "data folder", needed: true, found: dataFolder };
  const probe = join(dataFolder, `.doctor-${process.pid}`);
  try {
    await makeFolder(dataFolder);
    await writeFile(probe, "");
    await rm(probe);
    return { ...check, ok: true };
  } catch (error) {
    const cure = `make it writable for this user, or choose another with --data or COPYDESK_DATA (${errorText(error)})`;
    return { ...check, ok: false, cure };
  }
}

/** Opens the store and uses it to ask for the model. */
export async function checkStoreAndModel(
  deps: CliDeps,
  config: Config,
  { repair = false }: { repair?: boolean } = {},
): Promise<DoctorCheck[]> {
  const place =
    config.databaseUrl === null ? "embedded PostgreSQL" : `PostgreSQL at ${hostOf(config.databaseUrl)}`;
  const check = { name: "store", needed: true, found: place };
  try {
    const store = await deps.openStore(config);
    const ofStore = async () => [
      await checkQueue(store, repair),
      await checkSecrets(store),
      await checkBackups(store),
      await checkClock(store),
      await checkStoreSpeed(store),
      await checkMirrors(store, config),
    ];
    const checks = await ofStore().finally(() => store.close());
    return [{ ...check, ok: true }, ...checks, checkModel(config, store.assertModel)];
  } catch (error) {
    const cure = isAppError(error)
      ? errorText(error)
      : `start it, or correct DATABASE_URL (${errorText(error)})`;
    return [{ ...check, ok: false, cure }];
  }
}

async function checkQueue({ database }: CliStore, repair: boolean): Promise<DoctorCheck> {
  const wrong = await findMiscountedProjects(database);
  const check = { name: "queue", needed: true };
  if (wrong.length === 0)
    return { ...check, ok: true, found: "the counters of all projects equal their jobs" };
  const found = `the counters of ${countOf(wrong, "project")} differ from the jobs`;
  if (!repair) return { ...check, ok: false, found, cure: "count them again: copydesk doctor --repair" };
  await repairLoad(database, wrong);
  return { ...check, ok: true, found: `${found}; they were counted again` };
}

/** Shows which proxies and certificates are in effect; never a problem by itself. */
export function checkNetwork({ proxies, authorities, hasOwnAuthorities }: Config): DoctorCheck {
  const { http, https, direct } = proxies;
  const ways = [
    https === null ? "https directly" : `https through ${showProxy(https)}`,
    http === null ? "http directly" : `http through ${showProxy(http)}`,
    ...(direct.length === 0 ? [] : [`directly to ${direct.join(", ")}`]),
    hasOwnAuthorities
      ? `certificates: Node's own with NODE_EXTRA_CA_CERTS, and ${authorities.length} of SSL_CERT_FILE`
      : "certificates: Node's own; git's are those of the system",
  ];
  return { name: "network", ok: true, needed: false, found: ways.join("; ") };
}

/** Shows what limits the memory of git and of other programs; never a problem by itself. */
export async function checkMemoryLimits(): Promise<DoctorCheck> {
  const place = await findGroupPlace({ isTrial: true });
  const perProcess = process.platform === "linux" ? "a limit for each process" : "no limits";
  const found =
    place.version === null
      ? `${perProcess}, no control groups (${place.reason})`
      : `${perProcess}, and control groups (version ${place.version}) for each program with all that it starts`;
  return { name: "memory", ok: true, needed: false, found };
}

async function checkSecrets(store: CliStore): Promise<DoctorCheck> {
  const check = { name: "secrets", needed: true };
  const { current, old, unreadable } = await countSecrets(store);
  const found = `${current} under the newest key, ${old} under an old one, ${unreadable.length} that cannot be decrypted`;
  if (unreadable.length > 0) return { ...check, ok: false, found, cure: describeUnreadable(unreadable) };
  const cure = "run copydesk secrets rotate";
  return { ...check, needed: false, ok: old === 0, found, ...(old > 0 && { cure }) };
}

function checkModel({ defaultModel }: Config, assertModel: CliStore["assertModel"]): DoctorCheck {
  const check = { name: "model", needed: true };
  try {
    assertModel?.(defaultModel, null);
  } catch (error) {
    return { ...check, ok: false, found: defaultModel, cure: errorText(error) };
  }
  const note = " (built in: mechanical changes only; set COPYDESK_MODEL for a language model)";
  return { ...check, ok: true, found: `${defaultModel}${defaultModel === "copydesk/chores" ? note : ""}` };
}

export async function checkSandbox(): Promise<DoctorCheck> {
  const check = { name: "sandbox", needed: false };
  try {
    await execute("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "--", "true"], { timeout: 5_000 });
    return { ...check, ok: true, found: "bubblewrap" };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const cure = missing
      ? "install it (Debian and Ubuntu: apt-get install bubblewrap) before a project uses another agent as its engine"
      : "it is installed but cannot make a sandbox here; allow unprivileged user namespaces";
    return {
      ...check,
      ok: false,
      found: `${missing ? "no bubblewrap" : "bubblewrap does not work"}; jobs with another agent as the engine fail`,
      cure,
    };
  }
}

/** Checks the programs that only some projects need. */
export async function checkOptionalPrograms(): Promise<DoctorCheck[]> {
  return await Promise.all([
    checkProgram("ssh", ["-V"], "repositories over ssh and commits signed with an ssh key (openssh-client)"),
    checkProgram("gpg", ["--version"], "commits signed with an OpenPGP key (gnupg)"),
  ]);
}

async function checkProgram(name: string, args: string[], use: string): Promise<DoctorCheck> {
  try {
    // ssh prints its version on the other stream.
    const { stdout, stderr } = await execute(name, args, { timeout: 5_000 });
    return { name, ok: true, needed: false, found: `${stdout}${stderr}`.split("\n", 1)[0]! };
  } catch {
    return { name, ok: false, needed: false, found: "not installed", cure: `needed for ${use}` };
  }
}

export async function checkPort({ host, port }: Config): Promise<DoctorCheck> {
  const check = { name: "port", needed: true };
  const place = `${port} on ${host}`;
  const code = await tryToListen(host, port);
  if (code === null) return { ...check, ok: true, found: `${place} is free` };
  if (code !== "EADDRINUSE") {
    const cure = "choose another with --port, --host, COPYDESK_PORT or COPYDESK_HOST";
    return { ...check, ok: false, found: `${place} cannot be used (${code})`, cure };
  }
  if (await isCopydesk(host, port))
    return { ...check, ok: true, found: `Copydesk is already running at ${place}` };
  const cure = "stop the program that uses it, or choose another with --port or COPYDESK_PORT";
  return { ...check, ok: false, found: `${place} is taken`, cure };
}

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

async function isCopydesk(host: string, port: number): Promise<boolean> {
  const shownHost = host.includes(":") ? `[${host}]` : host;
  try {
    const signal = AbortSignal.timeout(answerMs);
    const response = await fetch(`http://${shownHost}:${port}/healthz`, { signal });
    const alive = (await response.json()) as { status?: unknown; longestStallMs?: unknown };
    return alive.status === "ok" && typeof alive.longestStallMs === "number";
  } catch {
    return false;
  }
}

function hostOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url?.host || url?.searchParams.get("host") || "DATABASE_URL";
}
