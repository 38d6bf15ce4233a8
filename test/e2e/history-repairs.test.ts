import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { commitAll, writeFiles } from "../helpers/git-fixture.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const text = "A page about the ports that a server listens on, and how they are changed.\n";
const files = {
  "docs.json": JSON.stringify({ name: "Docs", navigation: { pages: ["index", "old/ports", "gone"] } }),
  "index.mdx": "---\ntitle: Home\n---\n\nSee [the ports](/old/ports) and [the rest](/gone).\n",
  "old/ports.mdx": `---\ntitle: Ports\n---\n\n${text}`,
  "gone.mdx": "---\ntitle: Gone\n---\n\nText that nobody needs.\n",
};

let project: TestProject;
let copydesk: CopydeskProcess;

beforeAll(async () => {
  project = await makeTestProject(files);
  await rm(join(project.repository, "old/ports.mdx"));
  await rm(join(project.repository, "gone.mdx"));
  await writeFiles(project.repository, {
    "guides/listening.mdx": files["old/ports.mdx"],
    "docs.json": JSON.stringify({ name: "Docs", navigation: { pages: ["index", "guides/listening"] } }),
  });
  await commitAll(project.repository, "move a page");
  copydesk = await startCopydesk({ environment: project.environment });
});

afterAll(async () => {
  await copydesk?.end();
  await project.remove();
});

test("a job repairs the link to a page that moved, from the history that its mirror does not have", async () => {
  const created = await project.request(copydesk.url, "/job", {
    method: "POST",
    body: JSON.stringify({ prompt: "Fix broken links" }),
  });
  const { id } = (await created.json()) as JobRecord;
  const [record] = await project.waitForAll(copydesk.url, [id]);
  expect(record).toMatchObject({ status: "completed", reason: "pull_request_opened" });
  const page = await project.git("show", `${record!.source.ref}:index.mdx`);
  expect(page).toContain("See [the ports](/guides/listening) and [the rest](/gone).");
});
