import { afterAll } from "vitest";
import { prepareDataCenterScenes } from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import { describeContract } from "./describe-contract.ts";

const scenes = await prepareDataCenterScenes();

describeContract("bitbucket-data-center", scenes.features, () => scenes.start());

afterAll(() => scenes.close());
