import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { previewHeader, readPreview } from '#server/platform/auth/preview.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { openingPage } from './opening-page.ts'
import { readPreviewCookie } from './preview-cookie.ts'
import { isKnownOpen, isSchoolOpen } from './school-opening.ts'

/**
 * What answers while a school is set up: the console and its files, checks of the machine, pictures of the library, and what names the school.
 * Pictures of courses are drawn with their titles, so they wait.
 */
const alwaysServed =
  /^\/(?:api|console|assets|health|ready|metrics|favicon\.svg|icon-[^/]*|media\/(?:brand|library)|\.well-known)(?:\/|$)/
/** Calls of the console's sign-in. Events of the payment provider are no call of the contract. */
const servedCalls = new Set(['readSiteSettings', 'readCodeDelay'])

const noStore = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
const closedRobots = 'User-agent: *\nDisallow: /\n'
const emptySitemap =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>\n'

/**
 * Shows visitors of a school that is not open a page that says so, with status 200: nothing has failed, and a proxy that counts errors would take the
 * process out, with the console. Calls of visitors get 403. Staff pass with the cookie or the link of a preview.
 */
export function guardVisitors(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isKnownOpen(deps)) return done()
    answerClosed(deps, request, reply).then(
      (isAnswered) => (isAnswered ? undefined : done()),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    )
  })
}

/** Returns false for a request that goes on. */
async function answerClosed(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { endpoint } = request.routeOptions.config
  const [path = '/'] = request.url.split('?')
  if (endpoint ? endpoint.path.startsWith('/staff/') || servedCalls.has(endpoint.name) : alwaysServed.test(path)) return false
  if (passes(deps, request) || (await isSchoolOpen(deps))) return false
  if (endpoint) throw new HttpError(403, 'not_open', 'This school is not open yet. Please come back in a few days.')
  reply.headers(noStore)
  if (path === '/robots.txt') await reply.type('text/plain; charset=utf-8').send(closedRobots)
  else if (/^\/sitemap(?:-\d+)?\.xml$/.test(path)) await reply.type('application/xml; charset=utf-8').send(emptySitemap)
  else {
    const { html, policy } = openingPage(await readSiteSettings(deps))
    await reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
  }
  return true
}

/** Whether a preview lets a request pass: the cookie, the link of a record, or a call of a page that passed. */
function passes(deps: Deps, request: FastifyRequest): boolean {
  const linked = new URLSearchParams(request.url.split('?')[1]).get('preview')
  return (
    readPreviewCookie(deps, request.headers.cookie) !== undefined ||
    readPreview(deps, linked ?? request.headers[previewHeader]) !== undefined
  )
}
