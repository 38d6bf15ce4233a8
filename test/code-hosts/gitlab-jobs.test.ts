import { afterAll } from "vitest";
import { prepareGitlabScenes } from "../helpers/code-hosts/gitlab-scene.ts";
import { describeWholeJob } from "./describe-whole-job.ts";

const scenes = await prepareGitlabScenes();
afterAll(() => scenes.close());

describeWholeJob({ name: "GitLab", host: "gitlab", features: scenes.features }, () => scenes.start());
