import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { commandGroups, commands } from "../../src/cli/commands.ts";
import { readConfig } from "../../src/config.ts";
import { variables } from "../../src/schemas/variables.ts";
import { spawnPgbouncer, withPgbouncer } from "../helpers/pgbouncer.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/deploying.md");
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text]) => text!.trim().split("\n"));
const linesWith = (word: string) => blocks.filter((line) => line.split(" ").includes(word));

const { version } = JSON.parse(read("package.json")) as { version: string };
const values = parse(read("deploy/helm/copydesk/values.yaml")) as Record<string, unknown>;

function valueAt(path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values);
}

test("its commands of ours are there", () => {
  const asked = blocks.flatMap((line) =>
    [...line.matchAll(/(?:^|\/)copydesk ([a-z][a-z-]*)/g)].map(([, word]) => word!),
  );
  expect(asked.length).toBeGreaterThan(0);
  for (const word of asked) expect([...Object.keys(commands), ...Object.keys(commandGroups)]).toContain(word);
});

test("the variables that it names are there", () => {
  const named = page.match(/\b(?:COPYDESK|DATABASE|OTEL)_[A-Z_]*[A-Z]\b/g) ?? [];
  expect(named.filter((name) => !Object.hasOwn(variables, name))).toEqual([]);
});

test("its scripts, units and folders are there, with the version of the package", () => {
  const paths = [...page.matchAll(/\b(?:deploy|docs)\/[\w./-]*\w/g)].map(([path]) => path);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  for (const [, named] of page.matchAll(/copydesk-(\d+\.\d+\.\d+)-linux-x64/g)) expect(named).toBe(version);
  for (const line of linesWith("systemctl").filter((each) => each.includes("enable"))) {
    const unit = line.split(" ").at(-1);
    expect(existsSync(join(root, `deploy/systemd/${unit}.service`))).toBe(true);
  }
});

test("its services of compose are there", () => {
  const { services } = parse(read("compose.yaml"), { merge: true }) as { services: object };
  const compose = blocks.filter((line) => line.startsWith("docker compose"));
  expect(compose).toHaveLength(3);
  for (const line of compose)
    for (const [, name] of line.matchAll(/(?:logs |--scale )(\w+)/g))
      expect(Object.keys(services)).toContain(name);
});

test("its values of the chart are there, and its Secret has the keys that the chart asks for", () => {
  const [helm] = linesWith("helm");
  for (const [, path] of helm!.matchAll(/--set ([\w.]+)=/g))
    expect([path, valueAt(path!) !== undefined]).toEqual([path, true]);
  const [secret] = linesWith("secret");
  const given = [...secret!.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key);
  const keys = Object.values(valueAt("secret.keys") as Record<string, string>).filter((key) => key !== "");
  expect(given.sort()).toEqual(keys.sort());
  const rows = [...page.matchAll(/^\| (`[a-z][\w.]+`(?:, `[\w.]+`)*) \|/gm)].flatMap(([, cell]) =>
    cell!.replaceAll("`", "").split(", "),
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const path of rows) expect([path, valueAt(path) !== undefined]).toEqual([path, true]);
});

test("its proxy passes on to the port that the service has, and waits long enough", () => {
  const { host, port } = readConfig({});
  const proxies = read("docs/reverse-proxies.md");
  expect(proxies).toContain(`proxy_pass http://${host}:${port};`);
  const [, seconds] = /proxy_read_timeout (\d+)s/.exec(proxies)!;
  expect(Number(seconds)).toBeGreaterThan(60);
});

test("PgBouncer starts with the settings that it has for it", withPgbouncer, async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-ini-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o777);
  const [users, settings] = [join(folder, "users.txt"), join(folder, "pgbouncer.ini")];
  writeFileSync(users, '"copydesk" "secret"\n');
  const [, shown = ""] = /```text\n( *\[databases\][^`]*)/.exec(page)!;
  const here = shown
    .replace("/etc/pgbouncer/userlist.txt", users)
    .replace("listen_addr = 0.0.0.0", `listen_addr =\nunix_socket_dir = ${folder}`)
    .replaceAll(/^ +/gm, "");
  writeFileSync(settings, here);
  const child = spawnPgbouncer(settings);
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (line.includes("process up")) child.kill("SIGINT");
  }
  expect(said.filter((line) => /ERROR|FATAL|WARN/.test(line))).toEqual([]);
  expect(said.join("\n")).toContain("process up");
});
