import { afterAll } from "vitest";
import { prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import { describeContract } from "./describe-contract.ts";

const scenes = await prepareBitbucketScenes();
if (scenes.description === null) {
  process.stderr.write(
    "bitbucket: the host's description of its API is not here; only the fake's own checks are made.\n",
  );
}

describeContract("bitbucket", scenes.features, () => scenes.start());

afterAll(() => scenes.close());
