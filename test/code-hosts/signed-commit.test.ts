import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { hostProject } from "../helpers/code-hosts/hosted-project.ts";
import { git } from "../helpers/git-fixture.ts";
import { needsProgram, verifySshSigned } from "../helpers/git-signing.ts";

test(
  "a job of a project with a signing key pushes a commit that verifies",
  needsProgram("ssh-keygen"),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "copydesk-signing-"));
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "bot", "-f", join(folder, "key")]);
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    const scene = await startGithubScene();
    const project = await hostProject(scene, {
      host: "github",
      signing: { format: "ssh", key: read("key") },
    });
    try {
      const job = await project.untilEnded(await project.create('Replace "Hello" with "Good day"'));
      expect(job, job.message).toMatchObject({ reason: "pull_request_opened" });
      const commit = await git(scene.gitFolder, ["rev-parse", job.branch]);
      expect(await verifySshSigned(scene.gitFolder, commit, read("key.pub"))).toMatch(/^G /);
      const rows = await project.query("select * from job_events");
      expect(JSON.stringify(rows)).not.toContain(read("key").split("\n")[1]);
    } finally {
      await project.remove();
      await scene.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
