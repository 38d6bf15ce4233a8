import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { publicUrlOf, readConfig } from "./config.ts";
import { AppError } from "./errors.ts";
import { variables } from "./schemas/variables.ts";

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_configuration") return error.message;
    throw error;
  }
  throw new Error("the configuration was accepted");
}

describe("the configuration", () => {
  test("needs no variable at all", () => {
    expect(readConfig({})).toMatchObject({
      port: 4100,
      host: "127.0.0.1",
      defaultModel: "copydesk/chores",
      databaseUrl: null,
      allowPrivateAddresses: false,
    });
  });

  test("counts an empty variable as not set", () => {
    expect(readConfig({ COPYDESK_PORT: "", DATABASE_URL: "" })).toMatchObject({
      port: 4100,
      databaseUrl: null,
    });
  });

  test("prints every problem at once, each with its variable and an example", () => {
    const message = problemsOf({
      COPYDESK_PORT: "99999",
      COPYDESK_URL: "ftp://x",
      DATABASE_URL: "mysql://x",
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "maybe",
    });
    expect(message.split("\n")).toHaveLength(5);
    expect(message).toContain("COPYDESK_PORT: must be at most 65,535. Example: COPYDESK_PORT=4100");
    expect(message).toContain("Example: COPYDESK_URL=https://copydesk.example.com");
    expect(message).toContain("DATABASE_URL: must be a postgres:// URL");
    expect(message).toContain("Example: COPYDESK_ALLOW_PRIVATE_ADDRESSES=no");
  });

  test("refuses a misspelt variable of ours instead of ignoring it", () => {
    expect(problemsOf({ COPYDESK_PROT: "4100" })).toContain("COPYDESK_PROT: there is no such variable.");
  });

  test.each(["yes", "true", "1"])("reads %s as yes", (value) => {
    expect(readConfig({ COPYDESK_ALLOW_PRIVATE_ADDRESSES: value }).allowPrivateAddresses).toBe(true);
  });

  test("takes origins as browsers write them, and nothing else", () => {
    const list = "https://example.com, http://localhost:5173";
    expect(readConfig({ COPYDESK_ALLOWED_ORIGINS: list }).allowedOrigins).toEqual([
      "https://example.com",
      "http://localhost:5173",
    ]);
    expect(readConfig({}).allowedOrigins).toEqual([]);
    for (const wrong of ["*", "null", "example.com", "https://example.com/", "https://a.b,", "ftp://a.b"])
      expect(problemsOf({ COPYDESK_ALLOWED_ORIGINS: wrong })).toContain("must be origins");
  });

  const price = { input: 0.1, cachedInput: 0.01, output: 0.4 };

  test("takes prices as JSON and as the path of a JSON file", () => {
    const text = JSON.stringify({ "openai-compatible/qwen:7b": price });
    const folder = mkdtempSync(join(tmpdir(), "copydesk-prices-"));
    writeFileSync(join(folder, "prices.json"), text);
    for (const given of [text, join(folder, "prices.json")]) {
      expect(readConfig({ COPYDESK_PRICES: given }).prices).toEqual({ "openai-compatible/qwen:7b": price });
    }
    rmSync(folder, { recursive: true });
    expect(readConfig({}).prices).toEqual({});
  });

  test.each([
    ["/nowhere/prices.json", /must be JSON or the path of a JSON file: ENOENT/],
    ["{", /must be JSON or the path of a JSON file: /],
    [JSON.stringify({ qwen: price }), /COPYDESK_PRICES: qwen: /],
    [JSON.stringify({ "a/b": { ...price, output: -1 } }), /a\/b → output: must be at least 0/],
    [JSON.stringify({ "a/b": { ...price, cached: 1 } }), /a\/b → cached: there is no such field/],
    [JSON.stringify({ "a/b": { input: 1 } }), /a\/b → cachedInput: is required/],
  ])("refuses the prices %s", (given, problem) => {
    expect(problemsOf({ COPYDESK_PRICES: given })).toMatch(problem);
  });

  test("is described variable by variable in docs/operating.md, or with what it turns on", () => {
    const pages = ["operating", "metrics", "tracing"].map((name) =>
      readFileSync(join(import.meta.dirname, `../docs/${name}.md`), "utf8"),
    );
    const rows = pages.join("\n").matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm);
    const described = [...rows].flatMap(([, names]) => names!.replaceAll("`", "").split(", "));
    expect(described.sort()).toEqual(Object.keys(variables).sort());
  });
});

describe("metrics and traces", () => {
  const read = (environment: Record<string, string>) => readConfig(environment).telemetry;

  test("are off unless a port or an endpoint is named", () => {
    expect(read({})).toEqual({ metrics: null, traces: null });
    expect(read({ OTEL_SERVICE_NAME: "x", OTEL_TRACES_SAMPLER: "always_on" }).traces).toBeNull();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };
    expect(read(endpoint).traces).toMatchObject({ url: "http://collector:4318/v1/traces", ratio: 1 });
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: "true" }).traces).toBeNull();
    expect(read({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }).traces).toBeNull();
    expect(read({ OTEL_TRACES_EXPORTER: "otlp" }).traces?.url).toBe("http://localhost:4318/v1/traces");
  });

  test("need a token on more than this machine, and a port", () => {
    const port = { COPYDESK_METRICS_PORT: "9464" };
    expect(read(port).metrics).toEqual({ port: 9464, host: "127.0.0.1", token: null, withProjects: false });
    expect(() => read({ ...port, COPYDESK_METRICS_HOST: "0.0.0.0" })).toThrow(
      /COPYDESK_METRICS_TOKEN: is needed/,
    );
    expect(() => read({ COPYDESK_METRICS_TOKEN: "0123456789abcdef" })).toThrow(/COPYDESK_METRICS_PORT only/);
    expect(() => read({ ...port, COPYDESK_METRICS_TOKEN: "short" })).toThrow(/at least 16 characters/);
    expect(() => read({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toThrow(
      /must be http\/protobuf or http\/json/,
    );
  });

  test("the values of a collector's headers are secrets", () => {
    const { otherSecrets } = readConfig({
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc,x-team=docs",
    });
    expect(otherSecrets).toEqual(expect.arrayContaining(["Bearer%20abc", "Bearer abc", "docs"]));
  });
});

test.each([
  [{}, "http://127.0.0.1:4100"],
  [{ COPYDESK_HOST: "::1", COPYDESK_PORT: "5000" }, "http://[::1]:5000"],
  [{ COPYDESK_URL: "https://copydesk.example.com/docs/" }, "https://copydesk.example.com/docs"],
])("links of a service with %j begin with %s", (environment, url) => {
  expect(publicUrlOf(readConfig(environment))).toBe(url);
});
