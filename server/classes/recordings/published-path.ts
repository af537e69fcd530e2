/** Where the file store keeps what players fetch of an upload. @param key of the upload: 32 hexadecimal digits */
export const publishedPath = (key: string): string => `recordings/published/${key}`
