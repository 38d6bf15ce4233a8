import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve, sep } from "node:path";

/** Places below a home folder where programs keep credentials. */
const homeNames = [
  ...[
    ".ssh",
    ".aws",
    ".azure",
    ".gnupg",
    ".docker",
    ".kube",
    ".netrc",
    ".git-credentials",
    ".pgpass",
    ".npmrc",
  ],
  ...[
    ".pypirc",
    ".config/gcloud",
    ".config/gh",
    ".config/glab-cli",
    ".config/hub",
    ".config/git",
    ".config/op",
  ],
  ...[".config/containers", ".cargo/credentials.toml", ".m2/settings.xml", ".gradle", ".terraform.d"],
  ...[".local/share/keyrings", ".password-store", ".vault-token", ".claude", ".gemini", ".qwen", ".codex"],
  ...[".bash_history", ".zsh_history"],
];

/** System paths: accounts and keys, processes, devices, control sockets, data of other services. */
const systemPaths = [
  ...["/etc", "/proc", "/sys", "/dev", "/run", "/var/run", "/boot", "/var/lib/docker", "/var/lib/kubelet"],
  ...[
    "/var/lib/containerd",
    "/var/lib/containers",
    "/var/lib/postgresql",
    "/var/spool",
    "/var/log",
    "/var/backups",
  ],
];

/**
 * Returns why an engine must not see one of these paths, or null. Refuses the data folder, credentials and
 * the machine's own state: the place itself, anything in it, and any folder that contains it, with links
 * resolved.
 */
export async function findExposedSecret(
  paths: readonly string[],
  dataFolder: string,
): Promise<string | null> {
  for (const path of paths) {
    for (const name of await bothNames(path)) {
      const homes = [homedir(), "/root", ...homeOf(name)];
      const secrets = [dataFolder, ...systemPaths, ...homes.flatMap(secretsOfHome)];
      const places = (await Promise.all(secrets.map(bothNames))).flat();
      const found = [...places, ...homes].find((place) => contains(name, place));
      const around = places.find((place) => contains(place, name));
      const exposed = found ?? around ?? (/^\/(?:home|Users)$/.test(name) ? "the users' homes" : undefined);
      if (exposed !== undefined)
        return `An engine may not read ${path}: it would see ${exposed}. Name only the folder where the agent is installed, such as /opt/agents.`;
    }
  }
  return null;
}

/** Returns the path as written and with links resolved. */
async function bothNames(path: string): Promise<string[]> {
  const plain = resolve(path);
  return [...new Set([plain, await whereItLeads(plain)])];
}

/** Resolves the links of a path that may not exist yet, through its existing parent folders. */
async function whereItLeads(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  return await realpath(path).catch(async () => join(await whereItLeads(parent), basename(path)));
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : folder + sep);
}

/** Returns the home folder that contains a path, even if it is another user's. */
function homeOf(path: string): string[] {
  const home = /^\/(?:home|Users)\/[^/]+/.exec(path)?.[0];
  return home === undefined ? [] : [home];
}

function secretsOfHome(home: string): string[] {
  return homeNames.map((name) => join(home, name));
}
