/** Any other name: the only form of a text that lets the compiler tell a union apart by the known ones. */
export type UnknownName = `${string}(unknown to this version)`;
