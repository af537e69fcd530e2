// What typed code uses of build-web.mjs.

/** Returns whether a file, relative to the root, may be part of the build. */
export function isSource(file: string): boolean

/** Copies what browsers load of a former build into a new one, which is what a build does before it replaces the former. */
export function keepFormerAssets(former: string, draft: string): void
