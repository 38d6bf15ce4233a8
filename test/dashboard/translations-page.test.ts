import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type DashboardScene, expectClean, type Form, forms, startDashboard } from "../helpers/dashboard.ts";
import { git, writeFiles } from "../helpers/git-fixture.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { translate } from "../helpers/translate-script.ts";

const eachForm = Object.keys(forms) as Form[];
const pages = {
  "docs/guide.md": "# Guide\n\nTake a widget.\n",
  "docs/de/guide.md": "# Anleitung\n\nEin Widget nehmen.\n",
  "docs/fr/guide.md": "# Guide\n\nPrendre un widget.\n",
};

describe("the translations page", inBrowser, () => {
  let scene: DashboardScene;
  let model: ScriptedModelServer;
  let translations: string;

  beforeAll(async () => {
    model = await startScriptedModelServer({ script: translate });
    scene = await startDashboard(pages, {
      environment: {
        ...{ COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes", COPYDESK_MODEL: "openai-compatible/scripted" },
        OPENAI_BASE_URL: model.baseUrl,
      },
    });
    translations = `/projects/${scene.project.projectId}/translations`;
  });
  afterAll(async () => {
    await scene?.close();
    await model?.close();
  });

  /** In the repository, which is bare. */
  async function change(files: Record<string, string>): Promise<void> {
    const clone = await mkdtemp(join(tmpdir(), "copydesk-clone-"));
    await git(clone, ["clone", "--quiet", scene.project.repository, "."]);
    await writeFiles(clone, files);
    await git(clone, ["commit", "--quiet", "--all", "--message", "Somebody else"]);
    await git(clone, ["push", "--quiet"]);
    await rm(clone, { recursive: true, force: true });
  }

  test("a page that its source left behind is brought up to date with a click, and its change is reviewed", async () => {
    await change({ "docs/guide.md": "# Guide\n\nTake two widgets.\n" });
    const { page, context } = await scene.open(translations);
    const german = page.getByRole("region", { name: "German" });
    await german.getByText("1 of 1 page behind the source").waitFor();
    await german.getByText("docs/de/guide.md").waitFor();
    await german.getByText("1 of 2", { exact: true }).waitFor();
    await german.getByRole("button", { name: "Bring up to date" }).click();
    await page.waitForURL(/\/jobs\/job_\w+$/);
    const id = page.url().split("/").at(-1)!;
    const [record] = await scene.project.waitForAll(scene.url, [id]);
    expect(record).toMatchObject({ reason: "pull_request_opened", topic: "Translations: de" });
    await page.goto(translations);
    await german.getByRole("link", { name: "Review the changes" }).click();
    await page.waitForURL(new RegExp(`/jobs/${id}/review$`));
    await context.close();
  });

  test("another project is chosen on the page, which stays the same", async () => {
    const { projectId, repository, store } = scene.project;
    const other = `${projectId.slice(0, -2)}xx`;
    await store.database.pool.query(
      "insert into projects (id, name, repository) values ($1, 'Another', $2)",
      [other, repository],
    );
    const { page, context } = await scene.open(translations);
    await page.getByRole("button", { name: /^Project: / }).click();
    await page.getByRole("option", { name: /^Another/ }).click();
    await page.waitForURL(`${scene.url}/projects/${other}/translations`);
    await page.getByRole("button", { name: "Project: Another" }).waitFor();
    await context.close();
  });

  test.for(eachForm)("it is clean: %s", async (form) => {
    const opened = await scene.open(translations, { form });
    await opened.page.getByRole("region", { name: "French" }).waitFor();
    await expectClean(opened);
    await opened.context.close();
  });
});
