/** Bytes. */
export const usualBodyLimit = 32 * 1024
/** A form that brings no more, such as a long text, is taken below the reserve of the disk. */
export const largeBodyLimit = 256 * 1024
/** A file of 1 MiB as JSON text, with room for escaped quotes and line breaks. */
export const fileBodyLimit = 2 * 1024 * 1024
