import { expect } from "vitest";
import { createCliStore, createTestCli, type TestCli } from "./cli-deps.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export interface AdminCli {
  cli: TestCli;
  store: TestDatabase;
  /** What a command that has to succeed prints with `--json`. */
  // biome-ignore lint/suspicious/noExplicitAny: each command has a document of its own.
  json(...argv: string[]): Promise<any>;
  /** The id of a new project. */
  newProject(): Promise<string>;
  close(): Promise<void>;
}

/** The command line with a store of its own, but without a service. */
export async function startAdminCli(): Promise<AdminCli> {
  const store = await createTestDatabase();
  const cli = createTestCli({
    openStore: async () => createCliStore(store.database),
    cwd: "/srv/site",
  });
  const json: AdminCli["json"] = async (...argv) => {
    const { code, stdout, stderr } = await cli.run(...argv, "--json");
    expect({ code, argv, stderr: stderr.replace(/^warning: .*\n/, "") }).toEqual({
      code: 0,
      argv,
      stderr: "",
    });
    expect(stdout.endsWith("\n")).toBe(true);
    return JSON.parse(stdout);
  };
  return {
    ...{ cli, store, json },
    newProject: async () =>
      (await json("project", "create", "--name", "Docs", "--repository", "/tmp")).projectId,
    async close() {
      await store.drop();
    },
  };
}
