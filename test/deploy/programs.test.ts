import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { createRegistry } from "../../src/telemetry/metrics/create-registry.ts";
import { toTextFormat } from "../../src/telemetry/metrics/to-text-format.ts";
import { skipUnless } from "../helpers/skip-unless.ts";

const root = join(import.meta.dirname, "../..");

function run(program: string, ...args: string[]) {
  return spawnSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

function runOn(input: string, program: string, ...args: string[]) {
  return spawnSync(program, args, { input, encoding: "utf8" });
}

const has = (program: string) => run("sh", "-c", `command -v ${program}`).status === 0;

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    template?: {
      spec: { securityContext: object; containers: { securityContext: object; env: { name: string }[] }[] };
    };
  };
}

const ways = [
  [],
  ["--set", "autoscaling.enabled=true"],
  [
    "--set",
    "autoscaling.enabled=true,autoscaling.kind=hpa,ingress.enabled=true,ingress.host=c.example.com,metrics.podMonitor=true",
  ],
  ["--set", "autoscaling.enabled=true,autoscaling.prometheus=http://p:9090,networkPolicy.enabled=false"],
  [
    "--set",
    "env.COPYDESK_MODEL=a/b,secret.env.ANTHROPIC_API_KEY=anthropic,secret.keys.databaseDirectUrl=direct",
  ],
];

test.each(ways)("helm renders the chart with %s %s", skipUnless(has("helm"), "helm"), (...given) => {
  const args = ["deploy/helm/copydesk", "--set", "url=https://copydesk.example.com", ...given];
  expect(run("helm", "lint", "--strict", ...args)).toMatchObject({ status: 0 });
  // A helm that was built from its sources takes itself to be for Kubernetes 1.20.
  const { status, stdout, stderr } = run("helm", "template", "copydesk", ...args, "--kube-version=1.31.0");
  expect([status, stderr]).toEqual([0, ""]);
  const manifests = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  const pods = manifests.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template.spec]));
  expect(pods).toHaveLength(3);
  for (const { securityContext, containers } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    for (const { securityContext: own, env } of containers) {
      expect(own).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
      expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
    }
  }
});

const validator = skipUnless(has("helm") && has("kubernetes-validate"), "helm and kubernetes-validate");

describe("what the chart renders", validator, () => {
  const render = (given: readonly string[]) => {
    const args = ["--set", "url=https://copydesk.example.com", ...given, "--kube-version=1.31.0"];
    return run("helm", "template", "copydesk", "deploy/helm/copydesk", ...args).stdout;
  };
  // It opens its input by name, which works with a pipe, but not with what a child's input is here.
  const validate = (manifests: string, version: string) =>
    runOn(manifests, "sh", "-c", `cat | kubernetes-validate --strict --quiet -k ${version} /dev/stdin`);

  test.each(ways)("is valid for Kubernetes with %s %s", (...given) => {
    for (const version of ["1.31.0", "1.36.0"])
      expect(validate(render(given), version)).toMatchObject({ status: 0 });
  });

  test("is refused with a field that Kubernetes does not know", () => {
    const wrong = render([]).replace("runAsNonRoot: true", "runAsNonRot: true");
    const { status, stdout, stderr } = validate(wrong, "1.31.0");
    expect([status, stdout + stderr]).toEqual([1, expect.stringContaining("runAsNonRot")]);
  });
});

describe("the compose file", skipUnless(has("check-compose"), "check-compose"), () => {
  const text = readFileSync(join(root, "compose.yaml"), "utf8");

  test("is valid by the compose specification", () => {
    expect(runOn(text, "check-compose")).toMatchObject({ status: 0, stderr: "" });
  });

  test.each([
    ["a key that there is not", "read_only: true", "read_onli: true", "read_onli"],
    ["a condition that there is not", "condition: service_healthy", "condition: healthy", "healthy"],
    ["a network that is not declared", "networks: [inside, outside]", "networks: [inside, beside]", "beside"],
  ])("is refused with %s", (_, from, to, told) => {
    const { status, stderr } = runOn(text.replace(from, to), "check-compose");
    expect([status, stderr]).toEqual([1, expect.stringContaining(told)]);
  });
});

test("helm refuses a release without an address", skipUnless(has("helm"), "helm"), () => {
  expect(run("helm", "template", "copydesk", "deploy/helm/copydesk")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("url"),
  });
});

test("hadolint has nothing to say about the Dockerfile", skipUnless(has("hadolint"), "hadolint"), () => {
  expect(run("hadolint", "Dockerfile")).toMatchObject({ status: 0, stdout: "" });
});

test(
  "promtool has nothing to say about the alert rules and the metrics",
  skipUnless(has("promtool"), "promtool"),
  async () => {
    const rules = ["check", "rules", "--lint=all", "--lint-fatal", "deploy/observability/alerts.yaml"];
    expect(run("promtool", ...rules)).toMatchObject({ status: 0, stderr: "" });
    const metrics = createRegistry({ withProjects: true });
    const input = toTextFormat(await metrics.read());
    metrics.close();
    const checked = spawnSync("promtool", ["check", "metrics"], { input, encoding: "utf8" });
    expect(checked).toMatchObject({ status: 0, stderr: "" });
  },
);

test(
  "systemd knows every setting of the units",
  skipUnless(has("systemd-analyze"), "systemd-analyze"),
  () => {
    const units = ["copydesk", "copydesk-api", "copydesk-worker"].map(
      (name) => `deploy/systemd/${name}.service`,
    );
    const { stderr } = run("systemd-analyze", "verify", "--man=no", ...units);
    const problems = stderr
      .split("\n")
      .filter((line) => line.startsWith("copydesk") || line.includes("deploy/systemd"));
    // The program is not installed here.
    expect(problems.filter((line) => !line.includes("is not executable"))).toEqual([]);
  },
);

/** Packing and starting take minutes on a busy machine; the test runner wants answers meanwhile. */
async function runLong(program: string, ...args: string[]) {
  return await new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(program, args, options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}

const canIsolate = has("bwrap") && run("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true").status === 0;

test("the tarball serves on a read-only system without any network", {
  ...skipUnless(canIsolate, "bubblewrap that may isolate"),
  timeout: 3_600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-tarball-"));
  try {
    const built = await runLong(process.execPath, "deploy/build-tarball.mjs", folder);
    expect(built.status, built.stderr).toBe(0);
    const file = built.stdout.trim();
    expect((await runLong("sh", "-c", `cd '${folder}' && sha256sum --check *.sha256`)).status).toBe(0);
    const unpack = `mkdir '${folder}/opt' '${folder}/data' && tar -xzf '${file}' -C '${folder}/opt' --strip-components=1`;
    expect((await runLong("sh", "-c", unpack)).status).toBe(0);
    const script = `
      copydesk serve > /tmp/log 2>&1 & service=$!
      tries=0
      until /opt/copydesk/node_modules/.bin/node /opt/copydesk/deploy/check-health.mjs 2>/dev/null && copydesk top --once --json; do
        tries=$((tries + 1)); [ $tries -lt 600 ] || { cat /tmp/log; exit 1; }; sleep 1
      done
      touch /opt/copydesk/x 2>/dev/null && echo writable
      kill $service; wait $service`;
    const isolated = await runLong(
      "bwrap",
      ...[
        "--unshare-all",
        "--uid",
        "65534",
        "--gid",
        "65534",
        "--die-with-parent",
        "--ro-bind",
        "/usr",
        "/usr",
        "--ro-bind",
        "/etc",
        "/etc",
      ],
      ...["--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"],
      ...[
        "--ro-bind",
        `${folder}/opt`,
        "/opt/copydesk",
        "--bind",
        `${folder}/data`,
        "/data",
        "--tmpfs",
        "/tmp",
      ],
      ...[
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--clearenv",
        "--setenv",
        "PATH",
        "/opt/copydesk/bin:/usr/bin:/bin",
      ],
      ...[
        "--setenv",
        "COPYDESK_DATA",
        "/data",
        "--setenv",
        "COPYDESK_METRICS_PORT",
        "9464",
        "sh",
        "-c",
        script,
      ],
    );
    expect([isolated.status, isolated.stdout]).toEqual([0, expect.stringContaining('"queue":')]);
    expect(isolated.stdout).not.toContain("writable");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
