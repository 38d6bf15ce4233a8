import { githubFeatures, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { describeWholeJob } from "./describe-whole-job.ts";

if (process.env.COPYDESK_FULL_FAULTS === "1")
  describeWholeJob({ name: "GitHub with a token", host: "github", features: githubFeatures("classic") }, () =>
    startGithubScene({ credentials: "classic" }),
  );

describeWholeJob({ name: "GitHub with an App", host: "github", features: githubFeatures("app") }, () =>
  startGithubScene({ credentials: "app" }),
);
