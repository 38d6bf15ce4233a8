import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { commands } from "../../src/cli/commands.ts";
import { readConfig } from "../../src/config.ts";
import { variables } from "../../src/schemas/variables.ts";
import { routes } from "../../src/server/routes/all-routes.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const dockerfile = DockerfileParser.parse(read("Dockerfile"));
const instructions = dockerfile.getInstructions();
const of = (name: string) =>
  instructions
    .filter((each) => each.getKeyword() === name)
    .map((each) => each.getRawArgumentsContent() ?? "");

interface ComposeService {
  image: string;
  build?: string;
  command?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  environment: Record<string, string>;
  ports?: string[];
  volumes: string[];
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
}

const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<"postgres" | "api" | "worker", ComposeService>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
};

const chart = "deploy/helm/copydesk";
const templates = readdirSync(join(root, chart, "templates")).map((name) => ({
  name,
  text: read(`${chart}/templates/${name}`),
}));
const units = ["copydesk", "copydesk-api", "copydesk-worker"].map((name) => ({
  name,
  text: read(`deploy/systemd/${name}.service`),
}));

/** Variables of ours, and of OpenTelemetry, that a text names. */
function variablesIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:COPYDESK|DATABASE|OTEL)_[A-Z_]*[A-Z]\b/g) ?? [])];
}

const texts: [name: string, text: string][] = [
  ["Dockerfile", read("Dockerfile")],
  ["compose.yaml", read("compose.yaml")],
  ["deploy/check-health.mjs", read("deploy/check-health.mjs")],
  [`${chart}/values.yaml`, read(`${chart}/values.yaml`)],
  ...templates.map(({ name, text }): [string, string] => [`${chart}/templates/${name}`, text]),
  ...units.map(({ name, text }): [string, string] => [`deploy/systemd/${name}.service`, text]),
];

test.each(texts)("%s names only variables that there are", (_, text) => {
  expect(variablesIn(text).filter((name) => !Object.hasOwn(variables, name))).toEqual([]);
});

test("the image runs as nobody in particular, with the command, the ports and the health check that there are", () => {
  expect(of("USER")).toEqual(["10001:10001"]);
  expect(of("ENTRYPOINT")).toEqual(['["tini", "--", "copydesk"]']);
  expect(of("CMD")).toEqual(['["serve"]']);
  expect(Object.keys(commands)).toContain("serve");
  const environment = Object.fromEntries(
    of("ENV")
      .join(" ")
      .split(/[\s\\]+/)
      .filter((pair) => /^(COPYDESK|DATABASE)_/.test(pair))
      .map((pair) => pair.split("=") as [string, string]),
  );
  const config = readConfig(environment);
  expect(of("EXPOSE")).toEqual([`${config.port} ${config.telemetry.metrics?.port}`]);
  expect(config.telemetry.metrics?.host).toBe("127.0.0.1");
  expect(of("VOLUME")).toEqual([JSON.stringify([config.dataFolder])]);
  const [check] = of("HEALTHCHECK");
  expect(check).toContain("/opt/copydesk/deploy/check-health.mjs");
  expect(read("deploy/build-files.mjs")).toContain('"deploy/check-health.mjs"');
  expect(of("FROM").map((from) => from.split(" ")[0])).toEqual([
    "node:24-bookworm-slim",
    `debian:\${DEBIAN}`,
  ]);
  for (const name of ["git", "bubblewrap", "openssh-client"]) expect(of("RUN").join("\n")).toContain(name);
});

test("what the image is built from is sent to the builder, and nothing else", () => {
  const lines = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines[0]).toBe("**");
  const sent = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  expect(sent.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const source = read("deploy/build-files.mjs");
  const parts = [...source.matchAll(/\.\.\.\[([^\]]+)\]/g)].flatMap(([, list]) =>
    [...list!.matchAll(/"([^"]+)"/g)].map(([, path]) => path!),
  );
  expect(parts).toContain("migrations");
  for (const path of parts.filter((part) => !part.startsWith("--"))) {
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    expect([path, sent.some((each) => path === each || path.startsWith(`${each}/`))]).toEqual([path, true]);
  }
});

test("compose starts PostgreSQL, the API and a worker that share data, key and database", () => {
  const { postgres, api, worker } = compose.services;
  expect(api.command).toEqual(["serve", "--role", "api"]);
  expect(worker.command).toEqual(["serve", "--role", "worker"]);
  for (const service of [api, worker]) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], image: "copydesk:local" });
    expect(service.security_opt).toEqual(["no-new-privileges:true"]);
    expect(service.volumes).toEqual(["copydesk-data:/var/lib/copydesk"]);
    expect(service.depends_on?.postgres).toEqual({ condition: "service_healthy" });
    const environment = Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [name, fillIn(String(value))]),
    );
    const config = readConfig(environment);
    const database = new URL(config.databaseUrl!);
    expect([database.hostname, database.username, database.pathname.slice(1), database.password]).toEqual([
      "postgres",
      postgres.environment.POSTGRES_USER,
      postgres.environment.POSTGRES_DB,
      fillIn(postgres.environment.POSTGRES_PASSWORD!),
    ]);
    expect(config.publicUrl).toBe("http://localhost:4100");
  }
  expect(api.ports).toEqual(["127.0.0.1:4100:4100"]);
  expect(postgres.networks).toEqual(["inside"]);
  expect(compose.networks.inside).toEqual({ internal: true });
  const used = Object.values(compose.services).flatMap(({ volumes }) =>
    volumes.map((each) => each.split(":")[0]),
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(compose.volumes).sort());
});

/** The default of `${NAME:-default}`. */
function fillIn(text: string): string {
  return text.replace(/\$\{\w+:-([^}]*)\}/g, "$1");
}

test("probes and monitors of the chart ask for what every role serves", () => {
  const all = templates.map(({ text }) => text).join("\n");
  const asked = [...all.matchAll(/path: (\/\w+)/g)].map(([, path]) => path);
  expect(new Set(asked)).toEqual(new Set(["/healthz", "/readyz", "/metrics"]));
  expect(read("src/telemetry/metrics/serve-metrics.ts")).toMatch(
    /"\/healthz"[\s\S]*"\/readyz"[\s\S]*"\/metrics"/,
  );
  const paths = routes.flatMap(({ operations }) => operations.map(({ path }) => path));
  expect(paths).toEqual(expect.arrayContaining(["/healthz", "/readyz"]));
});

test("each command of the chart is one of ours", () => {
  for (const { text } of templates)
    for (const [, list] of text.matchAll(/^\s+args: (\[.*\])$/gm)) {
      const [command] = parse(list!) as string[];
      expect(Object.keys(commands)).toContain(command);
    }
});

test("every value that a template uses is in values.yaml, and every value is used", () => {
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>;
  const used = new Set<string>();
  for (const { text } of templates)
    for (const [, path] of text.matchAll(/\$?\.Values\.([A-Za-z.]+)/g)) used.add(path!);
  for (const path of used)
    expect([
      path,
      path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], values) !==
        undefined,
    ]).toEqual([path, true]);
  const isUsed = (path: string) =>
    [...used].some((each) => each === path || each.startsWith(`${path}.`) || path.startsWith(`${each}.`));
  const leaves = (value: unknown, path: string): string[] =>
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`))
      : [path];
  expect(leaves(values, "").filter((path) => !isUsed(path))).toEqual([]);
});

test("pods are restricted, and secrets are named and never held", () => {
  const helpers = templates.find(({ name }) => name === "_helpers.tpl")!.text;
  for (const line of [
    "runAsNonRoot: true",
    "readOnlyRootFilesystem: true",
    "allowPrivilegeEscalation: false",
    "capabilities: { drop: [ALL] }",
    "seccompProfile: { type: RuntimeDefault }",
  ])
    expect(helpers).toContain(line);
  for (const { name, text } of templates) {
    const containers = text.split("\n").filter((line) => /^\s+image: /.test(line)).length;
    expect([
      name,
      text.split("copydesk.containerSecurity").length - 1 - (name === "_helpers.tpl" ? 1 : 0),
    ]).toEqual([name, containers]);
    expect(text).not.toMatch(/kind: Secret\b/);
    expect(text).not.toMatch(/_(?:KEY|TOKEN|SECRET)\b, value:/);
  }
});

const release = parse(read(`${chart}/Chart.yaml`)) as { version: string; appVersion: string };

test("the chart has the version of the package", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(release).toMatchObject({ version, appVersion: version });
});

test.each(units)(
  "$name.service runs one role as a user of its own, with what jobs need left to it",
  ({ name, text }) => {
    const settings = new Map<string, string>();
    for (const line of text.split("\n")) {
      const [, key, value] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? [];
      if (key !== undefined) settings.set(key, value!);
    }
    const role = name === "copydesk" ? "" : ` --role ${name.slice("copydesk-".length)}`;
    expect(settings.get("ExecStart")).toBe(`/opt/copydesk/bin/copydesk serve${role}`);
    for (const [key, value] of [
      ["User", "copydesk"],
      ["NoNewPrivileges", "yes"],
      ["ProtectSystem", "strict"],
      ["StateDirectory", "copydesk"],
      ["Restart", "always"],
      ["Delegate", "yes"],
      ["CapabilityBoundingSet", ""],
      ["WantedBy", "multi-user.target"],
    ] as const)
      expect([key, settings.get(key)]).toEqual([key, value]);
    // Node compiles while it runs; the database is to end after the jobs.
    expect(settings.has("MemoryDenyWriteExecute")).toBe(false);
    expect(settings.get("KillMode")).toBe(name === "copydesk-api" ? undefined : "mixed");
    expect(settings.has("RestrictNamespaces")).toBe(name === "copydesk-api");
  },
);
