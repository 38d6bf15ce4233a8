import type { HostScene, SceneFeatures } from "../helpers/code-hosts/scene.ts";

/** One guarantee that holds on every host. */
export interface ContractCase {
  name: string;
  /** Without it the host has nothing to be tested for. */
  needs?: keyof SceneFeatures;
  run(scene: HostScene): Promise<void>;
}
