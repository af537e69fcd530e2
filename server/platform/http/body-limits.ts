/** Bytes. A call that brings no more is like any other, whatever it may bring. */
export const usualBodyLimit = 32 * 1024
export const largeBodyLimit = 256 * 1024
/** A file of 1 MiB as JSON text, with room for escaped quotes and line breaks. */
export const fileBodyLimit = 2 * 1024 * 1024
