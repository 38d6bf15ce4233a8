import { afterEach, expect } from "vitest";
import {
  type GithubCredentials,
  type GithubScene,
  githubFeatures,
  startGithubScene,
} from "../helpers/code-hosts/github-scene.ts";
import { describeContract } from "./describe-contract.ts";

const kinds: [name: string, credentials: GithubCredentials][] = [
  ["GitHub with a classic token", "classic"],
  ["GitHub with a fine-grained token", "fine-grained"],
  ["GitHub with a GitHub App", "app"],
];

let scene: GithubScene;

// Labels and the like are best effort: what is wrong with them shows only here.
afterEach(() => expect(scene.differences).toEqual([]));

// All three take long: an App does the most, the others have their own tests besides.
const full = process.env.COPYDESK_FULL_FAULTS === "1";

for (const [name, credentials] of full ? kinds : kinds.filter(([, kind]) => kind === "app")) {
  describeContract(name, githubFeatures(credentials), async () => {
    scene = await startGithubScene({ credentials });
    return scene;
  });
}
