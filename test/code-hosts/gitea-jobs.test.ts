import { afterAll } from "vitest";
import { prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { describeWholeJob } from "./describe-whole-job.ts";

const flavours =
  process.env.COPYDESK_FULL_FAULTS === "1" ? (["gitea", "forgejo"] as const) : (["forgejo"] as const);

for (const flavour of flavours) {
  const scenes = await prepareGiteaScenes(flavour);
  describeWholeJob({ name: flavour, host: flavour, features: scenes.features }, () => scenes.start());
  afterAll(() => scenes.close());
}
