import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { errorCatalogue } from "../../src/errors.ts";
import { reasons } from "../../src/jobs/record-schema.ts";
import { root } from "./read-page.ts";

const read = (path: string) => readFile(join(root, path), "utf8");
const page = await read("docs/troubleshooting.md");

/** What the first cells of the rows below a heading name. */
function firstCells(heading: string): string[] {
  const part = page.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!;
  const rows = part.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
}

test("every reason with which a job fails has a row, and no other", async () => {
  const [, listed = ""] = /^\| `failed` \| (.+) \|$/m.exec(await read("docs/api.md")) ?? [];
  const failed = [...listed.matchAll(/`(\w+)`/g)].map(([, reason]) => reason!);
  expect(failed.filter((reason) => !(reasons as readonly string[]).includes(reason))).toEqual([]);
  expect(failed.length).toBeGreaterThan(10);
  expect(firstCells("Jobs fail").toSorted()).toEqual(failed.toSorted());
});

test("every alert has a row, and no other", async () => {
  const { groups } = parse(await read("deploy/observability/alerts.yaml")) as {
    groups: { rules: { alert: string }[] }[];
  };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(firstCells("Alerts").toSorted()).toEqual(alerts.toSorted());
});

test("the codes with which a start ends are there", () => {
  const codes = firstCells("The service does not start");
  expect(codes.length).toBeGreaterThan(5);
  expect(codes.filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([]);
});
