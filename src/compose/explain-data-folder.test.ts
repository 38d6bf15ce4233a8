import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../files/make-folder.ts";
import { explainDataFolder } from "./explain-data-folder.ts";

const root = await mkdtemp(join(tmpdir(), "copydesk-explain-"));
afterAll(() => rm(root, { recursive: true, force: true }));
await writeFile(join(root, "file"), "");

test.each(["file", "file/data", "file/a/b/data"])(
  "a data folder at %s is told with what to do, whichever of its folders could not be made",
  async (place) => {
    const dataFolder = join(root, place);
    const making = explainDataFolder(dataFolder, () => makeFolder(join(dataFolder, "workspaces")));
    await expect(making).rejects.toMatchObject({
      code: "data_folder_not_writable",
      message: expect.stringContaining("--data or COPYDESK_DATA"),
    });
  },
);

test("refusals elsewhere are unchanged", async () => {
  const making = explainDataFolder(join(root, "data"), () => makeFolder(join(root, "file/other")));
  await expect(making).rejects.toMatchObject({ code: "ENOTDIR" });
});
