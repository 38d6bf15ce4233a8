import { describeContract } from "./describe-contract.ts";
import { type GithubCredentials, githubFeatures, startGithubScene } from "../helpers/code-hosts/github-scene.ts";

const kinds: [name: string, credentials: GithubCredentials][] = [
  ["GitHub with a classic token", "classic"],
  ["GitHub with a fine-grained token", "fine-grained"],
  ["GitHub with a GitHub App", "app"],
];

for (const [name, credentials] of kinds) {
  describeContract(name, githubFeatures(credentials), () => startGithubScene({ credentials }));
}
