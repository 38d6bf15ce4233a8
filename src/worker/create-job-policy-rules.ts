import { createPolicyRules } from "../policy/create-policy-rules.ts";
import { findPartitions, type PartitionOf } from "../policy/find-partitions.ts";
import type { PolicyRules } from "../writes/write-rules.ts";
import type { Prepared, Run } from "./run.ts";

/** Returns rules that judge single files by the policy; null if there is none. */
export function createJobPolicyRules(run: Run, prepared: Prepared): PolicyRules | null {
  const { policy: found, tree, files, isUnpublished, baseCommit, startCommit } = prepared;
  if (found === null) return null;
  let partitionOf: PartitionOf | null = null;
  // Unpublished work is no basis for what may change.
  const before = isUnpublished ? baseCommit : startCommit;
  return createPolicyRules(found.policy, {
    partitionOf(path) {
      partitionOf ??= findPartitions(files);
      return partitionOf(path);
    },
    async readBefore(path, oldPath) {
      const moved = [...run.renames].find(([, to]) => to === path)?.[0];
      const text = await tree.readAt(before, oldPath ?? moved ?? path, run.signal);
      return text?.toString("utf8") ?? null;
    },
    signal: run.signal,
  });
}
