import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { noteServiceUrl, serviceUrlOf } from "./service-url.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-url-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const urlOf = (environment: Record<string, string> = {}) =>
  serviceUrlOf(readConfig({ COPYDESK_DATA: folder, ...environment }));

test("links lead to where the service listens while it runs, else to where it would", async () => {
  expect(await urlOf({ COPYDESK_PORT: "4101" })).toBe("http://127.0.0.1:4101");
  const forget = await noteServiceUrl(folder, "http://127.0.0.1:4200");
  expect(await urlOf({ COPYDESK_PORT: "4101" })).toBe("http://127.0.0.1:4200");
  await forget();
  expect(await urlOf({ COPYDESK_PORT: "4101" })).toBe("http://127.0.0.1:4101");
});

test("the public address goes before where the service listens", async () => {
  await noteServiceUrl(folder, "http://127.0.0.1:4200");
  expect(await urlOf({ COPYDESK_URL: "https://docs.example.com" })).toBe("https://docs.example.com");
});

test("a service that stops does not take back what another has left", async () => {
  const forget = await noteServiceUrl(folder, "http://127.0.0.1:4200");
  await noteServiceUrl(folder, "http://127.0.0.1:4300");
  await forget();
  expect(await urlOf()).toBe("http://127.0.0.1:4300");
});

test("a folder that cannot be written stops no service", async () => {
  const forget = await noteServiceUrl(join(folder, "absent"), "http://127.0.0.1:4200");
  await forget();
  expect(await urlOf()).toBe("http://127.0.0.1:4100");
});
