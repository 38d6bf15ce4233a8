/** SQL: the author of what workers and timers do. */
export const serviceAuthor = `'{"kind": "service"}'::jsonb`;
