/**
 * Names of fields in a job's records and in a model's messages. They come from nobody's text: they stay
 * unmasked whatever surrounds them, so that a record can be read again.
 */
export const recordNames: ReadonlySet<string> = new Set(
  `additions after asDraft at attempt automatic baseCommit baseRef because blob branch budget cachedInputTokens cacheWriteTokens callId
  candidates cause checks cited column commit content costUsd counts crashCount data deletions docsRoot durationMs earlier edits evidence
  expectedRemoteCommit files findings finishReason fixed fork from generator id identifier include input inputTokens instructions
  isUnpublished kind labels line links maxCostUsd maxSteps maxTokens message metadata mode model name navigationFile new note notJudged number
  ok old oldPath op operations otherSites output outputTokens owner pageCount pages patchBytes path paths policy preexisting prompt providerExecuted
  providerMetadata providerOptions pullRequest quote reads reason reasons ref refused removed removedMessages repository requestId requests
  resumes reviewers role round rule rules severity site siteSummary sources startCommit state status step suggestion summary target text
  through timeoutSeconds title to toolCall toolCallId toolCalls toolName topic traceparent tree turn type uncited unsupported url usage value
  waitMs warning warnings why`.split(/\s+/),
);
