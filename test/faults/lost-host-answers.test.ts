import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { startGitlabScene } from "../helpers/code-hosts/gitlab-scene.ts";
import { type HostedProject, hostProject } from "../helpers/code-hosts/hosted-project.ts";
import type { HostScene, StartScene } from "../helpers/code-hosts/scene.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { git } from "../helpers/git-fixture.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const size = full ? { jobs: 500, workers: 4, kills: 75 } : { jobs: 6, workers: 2, kills: 1 };
const killEveryMs = () => 150 + Math.random() * 150;

const hosts: [string, string, StartScene][] = [
  ["GitHub", "github", startGithubScene],
  ["GitLab", "gitlab", startGitlabScene],
];

/** One answer in ten is lost after the host has done what it was asked to. */
function loseAnswers(scene: HostScene): { lost: number } {
  const count = { lost: 0 };
  scene.fail({
    when() {
      const isLost = Math.random() < 0.1;
      if (isLost) count.lost += 1;
      return isLost;
    },
    times: Number.POSITIVE_INFINITY,
    after: "drop",
  });
  return count;
}

async function runWithKills(project: HostedProject, ids: readonly string[]): Promise<number> {
  const start = () => startCopydesk({ role: "worker", environment: project.environment });
  const workers: CopydeskProcess[] = await Promise.all(Array.from({ length: size.workers }, start));
  const active = async () =>
    (
      await project.query<{ n: number }>(
        "select count(*)::integer as n from jobs where id = any($1) and status = 'active'",
        [ids],
      )
    )[0]!.n;
  let kills = 0;
  while ((await active()) > 0) {
    await sleep(killEveryMs());
    if (kills >= size.kills) continue;
    kills += 1;
    const slot = kills % workers.length;
    await workers[slot]!.end("SIGKILL");
    workers[slot] = await start();
  }
  await Promise.all(workers.map((worker) => worker.end()));
  return kills;
}

describe("a code host that loses one answer in ten while workers are killed", () => {
  test.each(hosts)(
    `gets exactly one pull request for each of ${size.jobs} jobs: %s`,
    async (name, host, start) => {
      const scene = await start();
      const project = await hostProject(scene, { host, worker: false });
      try {
        const count = loseAnswers(scene);
        const ids: string[] = [];
        for (let n = 0; n < size.jobs; n += 1)
          ids.push(await project.create(`Replace "Hello" with "Good day ${n}"`));
        const startedAt = performance.now();
        const kills = await runWithKills(project, ids);
        const seconds = (performance.now() - startedAt) / 1_000;
        const ends = await project.query(
          "select distinct status, reason, message from jobs where reason <> 'pull_request_opened'",
        );
        expect(ends).toEqual([]);
        const branches = (
          await git(scene.gitFolder, ["for-each-ref", "--format=%(refname:short)", "refs/heads/copydesk/"])
        )
          .split("\n")
          .sort();
        expect(branches).toEqual(ids.map((id) => `copydesk/${id}`).sort());
        expect(
          scene
            .pullRequests()
            .map(({ head }) => head)
            .sort(),
        ).toEqual(branches);
        const attempts = await project.query<{ n: number }>(
          "select count(*)::integer as n from job_events where kind = 'started'",
        );
        console.log(
          `lost host answers, ${name}: ${size.jobs} jobs, ${count.lost} of ${scene.requests.length} answers lost, ${kills} kills, ` +
            `${attempts[0]!.n} attempts in ${seconds.toFixed(0)} s: 0 doubled, 0 orphan branches`,
        );
      } finally {
        await project.remove();
        await scene.close();
      }
    },
    full ? 900_000 : 600_000,
  );
});
