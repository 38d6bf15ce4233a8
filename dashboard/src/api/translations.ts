import type { ListedJobPage, TranslationList, TranslationState } from "../../../sdk/src/generated-types.ts";
import { withQuery } from "./with-query.ts";

export type { ListedJobPage, TranslationList, TranslationState };
export type StalePage = TranslationState["stale"][number];

export const translationsPath = (projectId: string) => `/v2/manage/projects/${projectId}/translations`;

/** Same topic as triggers use, so that all of a language's jobs share one pull request. */
export const topicOf = (language: string) => `Translations: ${language}`;

/** Path of the newest job of a language. */
export const languageJobsPath = (projectId: string, language: string) =>
  withQuery("/v2/manage/jobs", { projectId, topic: topicOf(language), limit: 1 });
