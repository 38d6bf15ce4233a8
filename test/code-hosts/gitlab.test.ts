import { afterAll } from "vitest";
import { prepareGitlabScenes } from "../helpers/code-hosts/gitlab-scene.ts";
import { secondFlavour } from "../helpers/skip-unless.ts";
import { describeContract } from "./describe-contract.ts";

const scenes = await prepareGitlabScenes();
if (scenes.description === null) {
  process.stderr.write(
    "gitlab: the host's description of its API is not here; only the fake's own checks are made.\n",
  );
}
afterAll(() => scenes.close());

describeContract("GitLab", scenes.features, () => scenes.start());

describeContract(
  "GitLab below a path, with subgroups and an OAuth token",
  scenes.features,
  () => scenes.start({ path: "acme/handbook/docs", base: "/gitlab", tokenKind: "oauth" }),
  secondFlavour,
);
