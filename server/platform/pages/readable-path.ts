import type { IncomingMessage } from 'node:http'
import { onlyReads } from '#contract/endpoint.ts'
import { isDecodable } from '#server/platform/http/is-decodable.ts'

/**
 * Escapes a path that cannot be decoded, so that a browser gets the not-found page. Without this no route would see the
 * request. API calls are still rejected.
 */
export function readablePath(target: string, { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): string {
  const asksForPage = onlyReads(method) && /\btext\/html\b/.test(headers.accept ?? '')
  const [path = ''] = target.split('?', 1)
  if (!asksForPage || /^\/api(?:\/|$)/.test(path) || isDecodable(path)) return target
  return path.replaceAll('%', '%25') + target.slice(path.length)
}
