import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultScene, guideSaying, makeFaultScene } from "../helpers/fault-scene.ts";
import { type FaultWorker, startFaultWorker } from "../helpers/fault-worker.ts";

const timeLimitMs = 600_000;
const effects = ["prepared 1", "committed 1", "pushed 1", "pull_request 1", "stored 1"];
const points = ["in stored 1", ...effects.flatMap((effect) => [`before ${effect}`, `after ${effect}`])];

/** Unlike a branch that is named after its job, one that the create has named may become anybody's. */
describe("a worker that dies while its job has a branch of its create's choice", () => {
  let scene: FaultScene;
  let dying: FaultWorker | null = null;

  beforeAll(async () => {
    scene = await makeFaultScene();
  });
  afterAll(async () => {
    await dying?.kill();
    await scene.remove();
  });

  async function dieAt(marks: readonly string[], name: string): Promise<string[]> {
    dying = await startFaultWorker({ ...scene.environment, COPYDESK_CONCURRENCY: String(marks.length) });
    const ids = await scene.createJobs(
      marks.map((_, n) => `${name}-${n}`),
      (n) => `stop ${marks[n]}`,
      (n) => ({ branch: `docs/${name}-${n}` }),
    );
    await dying.untilStanding(marks.length);
    await dying.kill();
    return ids;
  }

  async function takeOver(ids: readonly string[]) {
    const worker = await scene.startWorker({ concurrency: 8 });
    const ended = await scene.untilEnded(ids);
    await worker.stop();
    return ended;
  }

  test(
    "another one brings the work to that branch, in one commit and one pull request",
    async () => {
      const ended = await takeOver(await dieAt(points, "chosen"));
      expect(ended.map(({ status, reason }, n) => `${points[n]}: ${status} ${reason}`)).toEqual(
        points.map((point) => `${point}: completed pull_request_opened`),
      );
      const branches = points.map((_, n) => `docs/chosen-${n}`);
      expect((await branchesOf(scene)).filter((name) => name !== "main")).toEqual(branches.toSorted());
      const opened = await scene.query<{ branch: string }>("select branch from pull_requests");
      expect(opened.map(({ branch }) => branch).sort()).toEqual(branches.toSorted());
      for (const [n, branch] of branches.entries()) {
        expect(await scene.project.git("show", `${branch}:guide.md`)).toBe(guideSaying(`chosen-${n}`));
        expect(await scene.project.git("rev-list", "--count", `main..${branch}`)).toBe("1\n");
      }
    },
    timeLimitMs,
  );

  test(
    "what others have made of the branch meanwhile stays theirs, and the job says so",
    async () => {
      const ids = await dieAt(["before pushed 1", "after committed 1"], "taken");
      const tree = (await scene.project.git("rev-parse", "main^{tree}")).trim();
      const theirs = await commitAsSomebody(scene, tree);
      await scene.project.git("update-ref", "refs/heads/docs/taken-0", theirs);
      await scene.project.git("update-ref", "refs/heads/docs/taken-1", theirs);
      const ended = await takeOver(ids);
      expect(ended.map(({ status, reason, message }) => [status, reason, message])).toEqual(
        [0, 1].map((n) => [
          ...["failed", "repository_error"],
          `Somebody else has created the branch docs/taken-${n} in the meantime; it was left as it is.`,
        ]),
      );
      for (const n of [0, 1])
        expect((await scene.project.git("rev-parse", `docs/taken-${n}`)).trim()).toBe(theirs);
    },
    timeLimitMs,
  );
});

async function commitAsSomebody({ project }: FaultScene, tree: string): Promise<string> {
  const identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];
  return (await project.git(...identity, "commit-tree", tree, "-p", "main", "-m", "Theirs")).trim();
}

async function branchesOf({ project }: FaultScene): Promise<string[]> {
  return (await project.git("branch", "--format=%(refname:short)")).trim().split("\n").sort();
}
