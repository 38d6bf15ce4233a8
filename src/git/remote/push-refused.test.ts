import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitWorkspace } from "../../../test/helpers/checkout/commit-workspace.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import { withPassword } from "../../../test/helpers/git-access.ts";
import { createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { describeVariants } from "../../../test/helpers/skip-unless.ts";
import { hasSshd, startSshServer } from "../../../test/helpers/sshd-server.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import type { AppError } from "../../errors.ts";
import { createWorkspace } from "../checkout/create-workspace.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { ConversationFailed } from "../wire/conversation.ts";
import type { RemoteOptions } from "./open-remote.ts";
import { parseRepository } from "./parse-repository.ts";
import { isPushForbidden, pushBranch } from "./push-branch.ts";
import { pushFailure } from "./push-outcome.ts";

const { cleanups, folder } = useCleanups();
const password = "s3cret-token";

interface Remote {
  bare: string;
  options: RemoteOptions;
}

/** A bare repository; `refusePushes` is the host's message to credentials that may only read. */
async function startRemote(kind: "http" | "ssh", refusePushes?: string): Promise<Remote> {
  const { path, remove } = await createRepository({ "a.md": "a\n" });
  cleanups.push(remove);
  const root = await folder();
  const bare = join(root, "site.git");
  await git("/", ["clone", "--quiet", "--bare", path, bare]);
  if (kind === "http") {
    const http = await startGitHttpServer(root, { token: password, refusePushes });
    cleanups.push(http.close);
    const repository = parseRepository(`${http.url}/site.git`);
    return { bare, options: { repository, allowPrivateAddresses: true, access: withPassword(password) } };
  }
  const gate = join(root, "gate");
  const refusal =
    refusePushes === undefined ? "" : `*receive-pack*) printf '%s\\n' '${refusePushes}' >&2; exit 1;;`;
  await writeFile(
    gate,
    `#!/bin/sh\ncase "$SSH_ORIGINAL_COMMAND" in ${refusal}\n*) eval "exec $SSH_ORIGINAL_COMMAND";; esac\n`,
  );
  await chmod(gate, 0o755);
  const server = await startSshServer({ command: gate });
  cleanups.push(server.close);
  const access = async () => ({ login: null, ssh: server.access });
  return {
    bare,
    options: { repository: parseRepository(server.url(bare)), allowPrivateAddresses: true, access },
  };
}

async function addHook(bare: string, name: string, script: string): Promise<void> {
  await mkdir(join(bare, "hooks"), { recursive: true });
  await writeFile(join(bare, "hooks", name), `#!/bin/sh\n${script}\n`);
  await chmod(join(bare, "hooks", name), 0o755);
}

/** Pushes a change and returns the error. */
async function push({ options }: Remote, size = 10): Promise<AppError> {
  const root = await folder();
  const base = await fetchBase({ ...options, mirrorsFolder: join(root, "m"), ref: null, jobId: "job1" });
  const workspacesFolder = join(root, "w");
  const { mirror, baseCommit: commit } = base;
  const workspace = await createWorkspace({ workspacesFolder, name: "job1", mirror, commit });
  const noise = Array.from({ length: size }, (_, at) => Math.sin(at)).join("\n");
  await writeFile(join(workspace.directory, "a.md"), noise);
  const tree = await treeHash(workspace, ["a.md"]);
  const author = { name: "Copydesk", email: "copydesk@localhost" };
  const made = await commitWorkspace(workspace, { tree, message: "change", author, date: new Date(1e12) });
  const pushing = pushBranch({ ...options, workspace, commit: made, branch: "copydesk/job1" });
  return await pushing.then(
    () => expect.fail("the push was not refused"),
    (error: AppError) => error,
  );
}

const kinds = hasSshd() ? (["http", "ssh"] as const) : (["http"] as const);

describeVariants(kinds, "a push that the host refuses over %s", (kind) => {
  it("quotes all the words of a pre-receive hook, without lines that only frame them", async () => {
    const remote = await startRemote(kind);
    const said = [
      "",
      "==========",
      "Pushes are frozen until Monday.",
      "  Ask the release team:  #releases.",
      "==========",
    ];
    await addHook(
      remote.bare,
      "pre-receive",
      `${said.map((line) => `echo '${line}' >&2`).join("\n")}\nexit 1`,
    );
    const error = await push(remote);
    expect(error.code).toBe("push_rejected");
    expect(error.message).toMatch(
      /site\.git refused the push of copydesk\/job1: pre-receive hook declined; Pushes are frozen until Monday\.; Ask the release team: {2}#releases\.$/,
    );
    expect(isPushForbidden(error)).toBe(false);
  });

  it("quotes the rule for one branch", async () => {
    const remote = await startRemote(kind);
    const said = `echo "error: GH006: Protected branch update failed for $1." >&2; echo 'error: Changes must be made through a pull request.' >&2; exit 1`;
    await addHook(remote.bare, "update", said);
    const { message } = await push(remote);
    expect(message).toContain("GH006: Protected branch update failed for refs/heads/copydesk/job1.");
    expect(message).toContain("Changes must be made through a pull request.");
  });

  it("quotes up to 1,000 characters, without colours and credentials", async () => {
    const remote = await startRemote(kind);
    const words = `printf '\\033[31mNot %s.\\033[0m %02000d\\n' '${password}' 7 >&2; exit 1`;
    await addHook(remote.bare, "pre-receive", words);
    const { message } = await push(remote);
    const [, told = ""] = /copydesk\/job1: (.*)\.$/.exec(message) ?? [];
    expect(told).toHaveLength(1_000);
    expect(told).toMatch(/^pre-receive hook declined; Not .*\. 0+…$/);
    if (kind === "http") expect(message).not.toContain(password);
  });

  it("reports an exceeded quota", async () => {
    const remote = await startRemote(kind);
    await git(remote.bare, ["config", "receive.maxInputSize", "2000"]);
    const error = await push(remote, 2_000);
    expect(error).toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("exceeds maximum allowed size"),
    });
  });

  it("is recognised if the credentials may only read", async () => {
    const words = "ERROR: Permission to acme/docs.git denied to deploy key";
    const error = await push(await startRemote(kind, words));
    expect(error).toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("denied to deploy key"),
    });
    expect(isPushForbidden(error)).toBe(true);
  });

  it("is recognised if a hook of Gitea says that the credentials may only read", async () => {
    const remote = await startRemote(kind);
    const said = ["error:", "error: User permission denied for writing.", "error:"];
    const script = `${said.map((line) => `echo '${line}' >&2`).join("\n")}\nexit 1`;
    await addHook(remote.bare, "pre-receive", script);
    const error = await push(remote);
    expect(error.message).toMatch(
      /copydesk\/job1: User permission denied for writing\. The credentials may not push to it\.$/,
    );
    expect(isPushForbidden(error)).toBe(true);
  });
});

describe("isPushForbidden", () => {
  it.each([null, new Error("denied"), { code: "push_rejected", details: { forbidden: true } }])(
    "is false for %j",
    (thrown) => {
      expect(isPushForbidden(thrown)).toBe(false);
    },
  );
});

describe("pushFailure over ssh", () => {
  const repository = parseRepository("git@git.example.com:acme/docs.git");
  const read = (said: string): AppError => {
    const stderr = `${said}\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.\n`;
    const failed = new ConversationFailed({ stderr, proof: "key", ended: "exit" });
    return pushFailure({ repository, branch: "copydesk/job1", allowPrivateAddresses: false }, failed);
  };

  it.each([
    [
      "ERROR: Permission to acme/docs.git denied to someone.",
      "ERROR: Permission to acme/docs.git denied to someone",
    ],
    [
      "ERROR: The key you are authenticating with has been marked as read only.",
      "has been marked as read only",
    ],
    [
      "remote: \nremote: ========\nremote: \nremote: ERROR: You are not allowed to push code to this project.\nremote: \nremote: ========\nremote: ",
      ": You are not allowed to push code to this project",
    ],
    [
      "remote: ERROR: This deploy key does not have write access to this project.",
      "does not have write access",
    ],
    ["Gitea: User permission denied for writing.", "denied for writing"],
    [
      "Forgejo: User: 2:bot with Key: 3:deploy is not authorized to write to acme/docs.",
      "not authorized to write",
    ],
    ["repository access denied.", "repository access denied"],
    ["remote: TF401027: You need the Git 'GenericContribute' permission to perform this action.", "TF401027"],
  ])("recognises credentials that may only read: %j", (said, words) => {
    const error = read(said);
    expect(error).toMatchObject({ code: "push_rejected", message: expect.stringContaining(words) });
    expect(isPushForbidden(error)).toBe(true);
  });

  it.each([
    "git@git.example.com: Permission denied (publickey).",
    "ssh: connect to host git.example.com port 22: Connection refused",
    "Internal error, please try again",
  ])("does not take anything else for that: %j", (said) => {
    const error = read(said);
    expect(error.code).toBe("repository_unreachable");
    expect(error.message).toContain(said.replace(/\.$/, ""));
    expect(isPushForbidden(error)).toBe(false);
  });
});
