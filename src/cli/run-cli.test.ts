import { describe, expect, test } from "vitest";
import { createTestCli } from "../../test/helpers/cli-deps.ts";
import { AppError } from "../errors.ts";
import { buildProgram } from "./build-program.ts";
import type { CliDeps } from "./deps.ts";

const groups = [
  ...["project", "key", "management-key", "job", "webhook", "context", "policy", "trigger"],
  ...["secrets", "slack", "translations", "user"],
];

async function allCommands(): Promise<string[][]> {
  const io = {
    stdout: { write: () => undefined, color: false },
    stderr: { write: () => undefined, color: false },
  };
  const program = await buildProgram({ io, version: "0" } as unknown as CliDeps, () => undefined);
  const walk = (commands: readonly (typeof program)[], path: string[]): string[][] =>
    commands.flatMap((command) => {
      const own = [...path, command.name()];
      return [own, ...walk(command.commands, own)];
    });
  return [[], ...walk(program.commands, [])];
}

const all = await allCommands();

describe("help", () => {
  test("there is one command for each task", () => {
    const names = all.map((path) => path.join(" "));
    expect(names.filter((name) => name !== "" && !groups.includes(name)).sort()).toEqual(
      [
        ...[
          "audit",
          "backfill",
          "backup",
          "check",
          "demo",
          "doctor",
          "eval",
          "export",
          "help",
          "mcp",
          "models",
          "restore",
          "run",
          "secrets rotate",
          "serve",
          "top",
          "usage",
        ],
        ...[
          "approve",
          "archive",
          "cancel",
          "checks",
          "close",
          "create",
          "delete",
          "diff",
          "events",
          "get",
          "list",
          "merge",
          "message",
        ].map((verb) => `job ${verb}`),
        ...["job open", "job restore"],
        ...["slack connect", "slack disconnect", "slack list"],
        ...[
          "key create",
          "key list",
          "key revoke",
          "key rotate",
          "project connect",
          "project create",
          "project create-github-app",
          "project list",
          "project preview",
          "project remove",
          "project set",
          "project show",
          "project test",
        ],
        ...["create", "deliveries", "disable", "enable", "list", "ping", "remove", "replay", "rotate"].map(
          (verb) => `webhook ${verb}`,
        ),
        ...["add", "list", "remove", "set", "test"].map((verb) => `context ${verb}`),
        "policy check",
        "translations status",
        ...["create", "history", "list", "remove", "resume", "rotate", "set", "stop", "test"].map(
          (verb) => `trigger ${verb}`,
        ),
        ...["create", "list", "revoke", "rotate"].map((verb) => `management-key ${verb}`),
        ...["create", "list", "remove", "reset-password", "role", "sign-in-link"].map(
          (verb) => `user ${verb}`,
        ),
      ].sort(),
    );
  });

  test.each(all)("is on standard output with an example: %s %s", async (...path) => {
    const { code, stdout, stderr } = await createTestCli().run(...path.filter(Boolean), "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`Usage: copydesk ?${path.join(" ")}`));
    expect(stdout).toMatch(/\nExample:\n {2}copydesk /);
  });

  test.each([
    [["help"], ["--help"]],
    [
      ["help", "project"],
      ["project", "--help"],
    ],
    [
      ["help", "project", "set"],
      ["project", "set", "--help"],
    ],
    [
      ["help", "serve"],
      ["serve", "--help"],
    ],
  ])("%j shows what %j shows", async (words, flag) => {
    const shown = await createTestCli().run(...words);
    expect(shown).toEqual(await createTestCli().run(...flag));
    expect(shown).toMatchObject({ code: 0, stderr: "" });
  });

  test("marks required options, and lists them first", async () => {
    const { stdout } = await createTestCli().run("help", "job", "create");
    const options = stdout.slice(stdout.indexOf("Options:")).split("\n").slice(1, 3);
    expect(options[0]).toMatch(/--project <id> .*\(required\)$/);
    expect(options[1]).toMatch(/--prompt <text> .*\(required\)$/);
    expect(stdout.match(/\(required\)/g)).toHaveLength(2);
  });

  test.each([80, 100, 200])(
    "keeps within a terminal of %i columns, and never grows past 100",
    async (columns) => {
      const { stdout } = await createTestCli({ columns }).run("help", "project", "create");
      const longest = Math.max(...stdout.split("\n").map((line) => line.length));
      expect(longest).toBeLessThanOrEqual(Math.min(columns, 100));
    },
  );

  test("--version prints the version", async () => {
    expect(await createTestCli().run("--version")).toEqual({ code: 0, stdout: "1.2.3\n", stderr: "" });
  });

  test.each([[[]], ...groups.map((name) => [[name]])])(
    "is shown with exit code 2 when no command is named: %j",
    async (argv) => {
      const { code, stdout, stderr } = await createTestCli().run(...argv);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("Usage: copydesk");
    },
  );
});

describe("wrong usage", () => {
  const wrong: [string, string[]][] = [
    ["an unknown command", ["sevre"]],
    ["an unknown command of a group", ["project", "delete"]],
    ["help of an unknown command", ["help", "projetc"]],
    ["help of an unknown command of a group", ["help", "project", "delete"]],
    ["an unknown option", ["serve", "--prot", "1"]],
    ["a missing option", ["project", "create", "--name", "x"]],
    ["a missing argument", ["job", "get", "--project", "p"]],
    ["a surplus argument", ["serve", "now"]],
    ["an option without its value", ["serve", "--port"]],
    ["a port that is no number", ["serve", "--port", "80a"]],
    ["a port out of range", ["serve", "--port", "65536"]],
    ["an unknown role", ["serve", "--role", "boss"]],
    ["an unknown scope", ["key", "create", "--project", "p", "--scopes", "read,admin"]],
    ["an expiry that is not offered", ["key", "create", "--project", "p", "--expires", "91d"]],
    ["a limit of 0", ["job", "list", "--project", "p", "--limit", "0"]],
    ["an unknown mode", ["job", "create", "--project", "p", "--prompt", "x", "--mode", "push"]],
  ];

  test.each(wrong)("%s ends with 2 and one line", async (_name, argv) => {
    const { code, stdout, stderr } = await createTestCli().run(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: \S.*\(usage\)\n$/);
  });

  test.each(wrong)("%s with --json is one document", async (_name, argv) => {
    const { code, stdout } = await createTestCli().run(...argv, "--json");
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "usage", message: expect.any(String) } });
  });
});

describe("failures", () => {
  test("an expected one is its message, its code and exit code 1", async () => {
    const openStore = () => Promise.reject(new AppError("store_unavailable", "The store is away. Start it."));
    const { code, stdout, stderr } = await createTestCli({ openStore }).run("project", "list");
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: The store is away. Start it. (store_unavailable)\n",
    });
  });

  test("with --json it is also one document on standard output", async () => {
    const openStore = () => Promise.reject(new AppError("data_folder_newer", "Too new."));
    const { stdout } = await createTestCli({ openStore }).run("project", "list", "--json");
    expect(JSON.parse(stdout)).toEqual({ error: { code: "data_folder_newer", message: "Too new." } });
  });

  test("an unexpected one does not end the process with a stack trace", async () => {
    const openStore = () => Promise.reject(new TypeError("x is not a function"));
    const { code, stderr } = await createTestCli({ openStore }).run("project", "list");
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error: Something went wrong inside Copydesk: x is not a function (internal_error)\n",
    );
  });

  test("a configuration with problems ends with 1 before anything is opened", async () => {
    const readConfig = () => {
      throw new AppError("invalid_configuration", "The configuration has problems:\n  COPYDESK_PORT: no");
    };
    const { code, stderr } = await createTestCli({ readConfig }).run("serve");
    expect(code).toBe(1);
    expect(stderr).toContain("COPYDESK_PORT: no");
  });
});
