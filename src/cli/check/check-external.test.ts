import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { createOutsideRules } from "../../compose/create-outside-rules.ts";
import { openFolderChecker } from "../../compose/open-folder-checker.ts";
import { readConfig } from "../../config.ts";

async function serve(): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    paths.push(url);
    response.writeHead(url === "/there" ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

function cliIn(cwd: string, allowPrivate: "yes" | "no") {
  const config = readConfig({ COPYDESK_ALLOW_PRIVATE_ADDRESSES: allowPrivate }, cwd);
  return createTestCli({
    cwd,
    readConfig: () => config,
    openFolderChecker: async (given) => {
      const limits = { urlsMax: 10, limitMs: 120_000 };
      const checker = openFolderChecker(given === null ? undefined : createOutsideRules(given, limits));
      onTestFinished(() => checker.close());
      return checker;
    },
  });
}

const stateOf = (stdout: string) =>
  JSON.parse(stdout).rules.find(({ rule }: { rule: string }) => rule === "external-link");

test("--external reports links of edited pages whose server says that they are gone", async () => {
  const { url, paths } = await serve();
  const { path: folder, remove } = await createRepository({
    "mkdocs.yml": "site_name: S\n",
    "docs/index.md": "# Home\n",
    "docs/left.md": `[gone](${url}/left)\n`,
  });
  onTestFinished(remove);
  await git(folder, ["switch", "--quiet", "--create", "work"]);
  await writeFiles(folder, { "docs/index.md": `# Home\n\n[a](${url}/there) [b](${url}/gone#part)\n` });
  await commitAll(folder, "links");
  const cli = cliIn(folder, "yes");
  const without = await cli.run("check", "--base", "main", "--rule", "external-link", "--json");
  expect(stateOf(without.stdout)).toMatchObject({
    state: "not_judged",
    reason: expect.stringContaining("--external"),
  });
  expect(paths).toEqual([]);
  const { code, stdout } = await cli.run("check", "--base", "main", "--external", "--json");
  expect(JSON.parse(stdout).warnings).toMatchObject([
    { rule: "external-link", path: "docs/index.md", line: 3, message: `${url}/gone#part answers 404` },
  ]);
  expect(stateOf(stdout)).toMatchObject({ state: "judged" });
  expect(new Set(paths)).toEqual(new Set(["/there", "/gone"]));
  expect(code).toBe(0);
  paths.length = 0;
  const guarded = await cliIn(folder, "no").run("check", "--base", "main", "--external", "--json");
  expect(JSON.parse(guarded.stdout).warnings).toEqual([]);
  expect(stateOf(guarded.stdout)).toMatchObject({ state: "partly" });
  expect(paths).toEqual([]);
});
