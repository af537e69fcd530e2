/** Where the file store keeps a hello. @param key 32 hexadecimal digits */
export const helloPath = (key: string, type: string): string => `media/hello/${key}.${type}`
