import { z } from "zod";
import { describePolicy } from "../policy/describe-policy.ts";
import { policyPath } from "../policy/policy-schema.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { refName } from "../schemas/ref-name.ts";
import type { Database } from "../store/database.ts";
import { instructionsCharactersMax, type JoinedInstructions } from "./join-instructions.ts";
import { type ProjectRow, requireProject } from "./project-row.ts";

export const previewInstructionsInput = z.strictObject({ ref: refName.optional() });

const count = z.int().min(0);

/** Instructions that every job receives from the repository. */
export const instructionsPreview = z
  .object({
    commit: z.string().meta({ description: "What the branch has." }),
    files: z.array(
      z.object({
        path: z.string(),
        text: z.string(),
        characters: count,
        usedCharacters: count.meta({ description: "How many of them jobs get; the rest is cut." }),
      }),
    ),
    text: z.string().nullable().meta({ description: "What jobs get; null: there are no instructions." }),
    characters: count,
    charactersMax: count,
    isCut: z.boolean(),
    policy: z
      .object({
        path: z.string(),
        text: z.string().meta({ description: "The file as it is." }),
        rules: z.string().nullable().meta({
          description:
            "What jobs are told about it; null if it cannot be read, in which case jobs do not start.",
        }),
        problems: z.array(z.object({ line: z.int().min(1), column: z.int().min(1), message: z.string() })),
      })
      .nullable()
      .meta({ description: "The policy of the branch; null: there is none." }),
  })
  .meta({ description: "The instructions that a job would get." });

export type InstructionsPreview = z.output<typeof instructionsPreview>;

/**
 * Reads the instructions of a branch. Throws `repository_unreachable`, `ref_not_found`, `unavailable` and the
 * like.
 */
export type ReadInstructions = (
  project: ProjectRow,
  ref: string | null,
) => Promise<{ commit: string; joined: JoinedInstructions | null; policy: string | null }>;

interface PreviewInstructionsDeps {
  database: Database;
  readInstructions: ReadInstructions;
  /** Throws `invalid_ref`. */
  assertRefName: (ref: string) => void;
}

/**
 * Returns the instructions that a job started now would receive. Throws `project_not_found`, and errors of
 * reading.
 */
export async function previewInstructions(
  deps: PreviewInstructionsDeps,
  projectId: string,
  input: unknown,
): Promise<InstructionsPreview> {
  const { ref } = parseInput(previewInstructionsInput, input);
  if (ref !== undefined) deps.assertRefName(ref);
  const project = await requireProject(deps.database, projectId);
  const { commit, joined, policy } = await deps.readInstructions(project, ref ?? project.ref);
  const { text = null, files = [], isCut = false } = joined ?? {};
  const sizes = files.map((file) => ({ ...file, characters: file.text.length }));
  const characters = sizes.reduce((sum, file) => sum + file.characters, 0);
  const charactersMax = instructionsCharactersMax;
  return { commit, files: sizes, text, characters, charactersMax, isCut, policy: previewPolicy(policy) };
}

function previewPolicy(text: string | null): InstructionsPreview["policy"] {
  if (text === null) return null;
  const read = readPolicy(text);
  const isRead = "policy" in read;
  return {
    ...{ path: policyPath, text },
    rules: isRead ? describePolicy(read.policy) : null,
    problems: isRead ? [] : read.problems,
  };
}
