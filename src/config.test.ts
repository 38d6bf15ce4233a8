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
    expect(message).toContain(
      "COPYDESK_PORT: must be a whole number from 0 to 65535. Example: COPYDESK_PORT=4100",
    );
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
    [JSON.stringify({ "a/b": { ...price, output: -1 } }), /a\/b → output: must not be negative/],
    [JSON.stringify({ "a/b": { ...price, cached: 1 } }), /a\/b: Unrecognized key: "cached"/],
    [JSON.stringify({ "a/b": { input: 1 } }), /a\/b → cachedInput: must be a number of US dollars/],
  ])("refuses the prices %s", (given, problem) => {
    expect(problemsOf({ COPYDESK_PRICES: given })).toMatch(problem);
  });

  test("is described variable by variable in docs/operating.md", () => {
    const page = readFileSync(join(import.meta.dirname, "../docs/operating.md"), "utf8");
    const described = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
    expect(described.sort()).toEqual(Object.keys(variables).sort());
  });
});

test.each([
  [{}, "http://127.0.0.1:4100"],
  [{ COPYDESK_HOST: "::1", COPYDESK_PORT: "5000" }, "http://[::1]:5000"],
  [{ COPYDESK_URL: "https://copydesk.example.com/docs/" }, "https://copydesk.example.com/docs"],
])("links of a service with %j begin with %s", (environment, url) => {
  expect(publicUrlOf(readConfig(environment))).toBe(url);
});
