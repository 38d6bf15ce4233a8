import type { GetMeAnswer } from "../../../sdk/src/generated-types.ts";

export type Me = GetMeAnswer;
export type Permission = Me["permissions"][number];
