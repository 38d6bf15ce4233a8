import { afterEach, expect } from "vitest";
import {
  type GithubCredentials,
  type GithubScene,
  githubFeatures,
  startGithubScene,
} from "../helpers/code-hosts/github-scene.ts";
import { secondFlavour } from "../helpers/skip-unless.ts";
import { describeContract } from "./describe-contract.ts";

const kinds: [name: string, credentials: GithubCredentials][] = [
  ["GitHub with a classic token", "classic"],
  ["GitHub with a fine-grained token", "fine-grained"],
  ["GitHub with a GitHub App", "app"],
];

let scene: GithubScene;

// Labels and the like are best effort: what is wrong with them shows only here.
afterEach(() => expect(scene.differences).toEqual([]));

// An App does the most; the others have their own tests besides.
for (const [name, credentials] of kinds) {
  const start = async () => {
    scene = await startGithubScene({ credentials });
    return scene;
  };
  describeContract(name, githubFeatures(credentials), start, credentials === "app" ? {} : secondFlavour);
}
