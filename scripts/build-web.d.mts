/** What typed code uses of build-web.mjs. Returns whether a file, relative to the root, may be part of the build. */
export function isSource(file: string): boolean
