import type { IncomingMessage } from 'node:http'

/**
 * An address that can't be decoded, made one that can: no route would ever see it, and a reader is owed the page that
 * says so, as for any other address that is not there. Calls keep their refusal.
 */
export function readablePath(target: string, { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): string {
  const asksForPage = (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')
  const [path = ''] = target.split('?', 1)
  if (!asksForPage || /^\/api(?:\/|$)/.test(path) || isDecodable(path)) return target
  return path.replaceAll('%', '%25') + target.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
