import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { onLinux } from "../../test/helpers/skip-unless.ts";
import { makeFolder } from "./make-folder.ts";

const root = await mkdtemp(join(tmpdir(), "copydesk-folder-"));
afterAll(() => rm(root, { recursive: true, force: true }));

test("missing parent folders are created, with the mode; existing ones stay", async () => {
  const path = join(root, "a/b/c");
  await Promise.all([makeFolder(path, { mode: 0o700 }), makeFolder(path, { mode: 0o700 })]);
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test("a file in the way is an error", async () => {
  await writeFile(join(root, "file"), "");
  await expect(makeFolder(join(root, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(root, "file/below"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

test("a file system that cannot create folders is an error at once", onLinux, async () => {
  await expect(makeFolder("/proc/copydesk")).rejects.toMatchObject({ code: "ENOENT" });
  await expect(makeFolder("/proc/copydesk/data/mirrors")).rejects.toMatchObject({ code: "ENOENT" });
});
