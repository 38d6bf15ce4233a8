import { afterAll } from "vitest";
import { prepareAzureScenes } from "../helpers/code-hosts/azure-scene.ts";
import { describeContract } from "./describe-contract.ts";

const scenes = await prepareAzureScenes();
if (scenes.description === null) {
  process.stderr.write(
    "azure-devops: the host's description of its API is not here; only the fake's own checks are made.\n",
  );
}
describeContract("azure-devops", scenes.features, () => scenes.start());
afterAll(() => scenes.close());
