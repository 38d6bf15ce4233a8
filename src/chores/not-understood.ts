/** Start of every answer to a prompt that is not a mechanical instruction. */
export const instructionNotUnderstoodMarker = "copydesk/chores does not understand this instruction.";

/** Answer to a replacement whose terms are not quoted: where a term ends would be a guess. */
export const quotesMissingText = `${instructionNotUnderstoodMarker}

It has to know where a term begins and ends: put the terms in quotes, as in: Replace "API token" with "API key"`;

export const notUnderstoodText = `${instructionNotUnderstoodMarker}

It is not a language model. It does mechanical work that is written in one of these ways:
- Replace "API token" with "API key" (add: in docs/guides, or: including code)
- Fix broken links
- Move docs/setup.md to docs/guides/setup.md
- Delete the page docs/old.md
- Add missing titles and descriptions

Several of them may follow each other, one a line. For everything else use a language model: set COPYDESK_MODEL to its
name and the key that it needs, for example
- COPYDESK_MODEL=openai/<model> and OPENAI_API_KEY, or google/<model> and GOOGLE_API_KEY
- COPYDESK_MODEL=openai-compatible/<model> and OPENAI_COMPATIBLE_BASE_URL: Ollama, vLLM, llama.cpp, OpenRouter
- COPYDESK_MODEL=anthropic/<model> and ANTHROPIC_API_KEY`;
