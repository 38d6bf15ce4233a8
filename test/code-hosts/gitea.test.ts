import { afterAll } from "vitest";
import { prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { secondFlavour } from "../helpers/skip-unless.ts";
import { describeContract } from "./describe-contract.ts";

for (const flavour of ["gitea", "forgejo"] as const) {
  const scenes = await prepareGiteaScenes(flavour);
  if (scenes.description === null) {
    process.stderr.write(
      `${flavour}: the host's description of its API is not here; only the fake's own checks are made.\n`,
    );
  }
  describeContract(flavour, scenes.features, () => scenes.start(), flavour === "gitea" ? secondFlavour : {});
  afterAll(() => scenes.close());
}
