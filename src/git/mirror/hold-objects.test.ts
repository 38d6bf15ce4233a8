import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/helpers/git-fixture.ts";
import { type GitObject, hashObject } from "./git-object.ts";
import { createObjectHolds } from "./hold-objects.ts";

const [one, two, both] = ["one", "two", "both"].map((text): [string, GitObject] => {
  const object: GitObject = { type: "blob", bytes: Buffer.from(text) };
  return [hashObject("sha1", object), object];
}) as [[string, GitObject], [string, GitObject], [string, GitObject]];

it("keeps an object as long as a job that wrote it holds it, and no longer", async () => {
  const folder = await temporaryFolder();
  const present = async () => {
    const entries = await readdir(join(folder, "objects"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => `${parentPath.slice(-2)}${name}`).sort();
  };
  const ids = (...objects: [string, GitObject][]) => objects.map(([id]) => id).sort();
  const hold = createObjectHolds(folder);
  const [first, second] = [hold(), hold()];
  await Promise.all([first.write(new Map([one, both])), second.write(new Map([both, two]))]);
  await first.write(new Map([both]));
  expect(await present()).toEqual(ids(one, two, both));
  first.release();
  first.release();
  expect(await present()).toEqual(ids(two, both));
  second.release();
  expect(await present()).toEqual([]);
  await rm(folder, { recursive: true });
});
