/** Whether an `If-None-Match` header names the tag, so that the client has the content (RFC 9110, 13.1.2). */
export function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
