import { afterAll, beforeAll } from "vitest";
import {
  prepareRealGitea,
  type RealGitea,
  realGiteaFeatures,
} from "../helpers/code-hosts/real-gitea-scene.ts";
import { giteaProgram, withGitea } from "../helpers/gitea-program.ts";
import { describeContract } from "./describe-contract.ts";
import { describeWholeJob } from "./describe-whole-job.ts";

let gitea: RealGitea;

beforeAll(async () => {
  if (giteaProgram !== undefined) gitea = await prepareRealGitea();
});
afterAll(() => gitea?.close());

const host = { name: "a Gitea that runs", host: "gitea", features: realGiteaFeatures };
describeContract(host.name, host.features, () => gitea.start(), withGitea);
describeWholeJob(host, () => gitea.start(), withGitea);
