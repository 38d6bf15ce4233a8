/** Any other name, in the only form that lets the compiler discriminate a union by the known ones. */
export type UnknownName = `${string}(unknown to this version)`;
