import { githubFeatures, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { secondFlavour } from "../helpers/skip-unless.ts";
import { describeWholeJob } from "./describe-whole-job.ts";

describeWholeJob(
  { name: "GitHub with a token", host: "github", features: githubFeatures("classic") },
  () => startGithubScene({ credentials: "classic" }),
  secondFlavour,
);

describeWholeJob({ name: "GitHub with an App", host: "github", features: githubFeatures("app") }, () =>
  startGithubScene({ credentials: "app" }),
);
