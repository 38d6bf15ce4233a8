import { afterAll } from "vitest";
import { prepareDataCenterScenes } from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import { prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import { secondFlavour } from "../helpers/skip-unless.ts";
import { describeWholeJob } from "./describe-whole-job.ts";

const cloud = await prepareBitbucketScenes();
describeWholeJob({ name: "Bitbucket Cloud", host: "bitbucket", features: cloud.features }, () =>
  cloud.start(),
);

const dataCenter = await prepareDataCenterScenes();
describeWholeJob(
  { name: "Bitbucket Data Center", host: "bitbucket-data-center", features: dataCenter.features },
  () => dataCenter.start(),
  secondFlavour,
);

afterAll(async () => {
  await cloud.close();
  await dataCenter.close();
});
