import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import * as contract from '#contract/classes/mail-preferences.ts'
import { pathTo } from '#contract/pages.ts'
import { visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { changeByLink, changeMailPreferences, readMailPreferences } from './mail-preferences.ts'

/** Mail programs of one network share these. */
const links = { name: 'unsubscribe', calls: 300, minutes: 10 }

export async function reminderRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, deps, contract.readMailPreferences, (student) => readMailPreferences(deps, student))
  route(app, deps, contract.changeMailPreferences, (student, { body }) => changeMailPreferences(deps, student, body))
  route(app, deps, contract.changeByLink, (caller, { body }) => changeByLink(deps, caller, body), { network: links })

  // A mail program posts a form, which does not fit the contract's JSON endpoints.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const tokenOf = (params: unknown) => {
      const { token } = params as { token: string }
      if (!contract.unsubscribeToken.safeParse(token).success) throw notFound('This link is not valid.')
      return token
    }
    scope.post(
      '/api/unsubscribe/:token/',
      { schema: documentation('Switch a kind of mail off with one click (RFC 8058)'), config: { limit: links } },
      async (request, reply) => {
        const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')
        if (form.get('List-Unsubscribe') !== 'One-Click') throw notFound('This link is not valid.')
        reply.header('cache-control', 'no-store')
        return changeByLink(deps, visitor, { token: tokenOf(request.params), wanted: false })
      },
    )
    // Opened by a person: the page asks first.
    scope.get('/api/unsubscribe/:token/', { schema: { hide: true }, config: { limit: links } }, async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .redirect(`${deps.config.publicUrl}${pathTo('unsubscribe')}#${tokenOf(request.params)}`, 303),
    )
  })
}

const documentation = (summary: string) => ({
  tags: ['Accounts'],
  operationId: 'receiveUnsubscribe',
  summary,
  params: z.object({ token: z.string() }),
  response: {
    200: contract.changeByLink.answers[200],
    400: errorBody,
    404: errorBody,
    413: errorBody,
    429: errorBody,
    500: errorBody,
    503: errorBody,
  },
})
