import { afterAll } from "vitest";
import { prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { secondFlavour } from "../helpers/skip-unless.ts";
import { describeWholeJob } from "./describe-whole-job.ts";

for (const flavour of ["gitea", "forgejo"] as const) {
  const scenes = await prepareGiteaScenes(flavour);
  describeWholeJob(
    { name: flavour, host: flavour, features: scenes.features },
    () => scenes.start(),
    flavour === "gitea" ? secondFlavour : {},
  );
  afterAll(() => scenes.close());
}
