import type { FastifyInstance } from 'fastify'
import { invalid } from '#server/platform/errors/errors.ts'
import { isDecodable } from '#server/platform/http/is-decodable.ts'

/** Refuses a call whose query has an escape that is not text, which the parser would read as other text. Pages ignore such a part. */
export function refuseUnreadableQueries(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const from = url.indexOf('?')
    if (from >= 0 && url.startsWith('/api/') && !isDecodable(url.slice(from))) throw invalid('The address can not be read.')
  })
}
