import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findExposedSecret } from "./find-exposed-secret.ts";

let folder: string;
let dataFolder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-exposed-"));
  dataFolder = join(folder, "data");
  await mkdir(dataFolder);
  await mkdir(join(folder, "agents"));
  await symlink(dataFolder, join(folder, "link"));
  await symlink("/", join(folder, "root"));
  await symlink("/etc/shadow", join(folder, "agents/shadow"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const home = homedir();

test.each([
  ...["/", "//", "/.", "/etc", "/etc/", "/etc/shadow", "/etc/ssl/private", "/etc/ssl", "/opt/../etc/passwd"],
  ...[
    "/proc",
    "/proc/1/environ",
    "/proc/self/root",
    "/sys",
    "/dev",
    "/run",
    "/run/secrets",
    "/run/docker.sock",
  ],
  ...[
    "/var",
    "/var/run",
    "/var/run/secrets",
    "/var/lib/docker",
    "/home",
    "/home/someone",
    "/home/someone/.ssh",
  ],
  ...["/home/someone/.config", "/Users", "/Users/someone", "/root", home, `${home}/.ssh`],
  ...[
    `${home}/.aws`,
    `${home}/.config/gcloud`,
    `${home}/.config`,
    `${home}/.gnupg`,
    `${home}/.docker/config.json`,
  ],
  ...[`${home}/.kube`, `${home}/.netrc`, `${home}/.npmrc`, `${home}/.git-credentials`, `${home}/.local`],
])("%s is hidden from an engine", async (path) => {
  expect(await findExposedSecret(["/opt/agents", path], dataFolder)).toContain(path);
});

test("the data folder and its parents are hidden, by whatever name", async () => {
  const names = ["", "data", "data/postgres", "link", "link/secret.key", "root", "root/etc", "agents/shadow"];
  for (const name of names)
    expect(await findExposedSecret([join(folder, name)], dataFolder), name).not.toBeNull();
});

test("the folder where an agent is installed is visible", async () => {
  const paths = [
    join(folder, "agents"),
    "/opt/agents",
    "/usr/lib/node_modules",
    "/home/someone/agents",
    "/srv/x",
  ];
  expect(await findExposedSecret(paths, dataFolder)).toBeNull();
});
