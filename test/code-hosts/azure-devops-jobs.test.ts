import { afterAll } from "vitest";
import { prepareAzureScenes } from "../helpers/code-hosts/azure-scene.ts";
import { describeWholeJob } from "./describe-whole-job.ts";

const scenes = await prepareAzureScenes();
describeWholeJob({ name: "Azure DevOps", host: "azure-devops", features: scenes.features }, () =>
  scenes.start(),
);
afterAll(() => scenes.close());
