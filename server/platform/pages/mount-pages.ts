import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findPage } from '#contract/pages.ts'
import { readPreview } from '#server/platform/auth/preview.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { limitPages } from '#server/platform/http/limits.ts'
import { Admission, Busy } from '#server/platform/process/admission.ts'
import { readPreviewCookie } from '#server/platform/opening/preview-cookie.ts'
import { isKnownOpen } from '#server/platform/opening/school-opening.ts'
import { injectCalls } from './inject-calls.ts'
import { compress, type Entry } from '#server/platform/cache/compress-entry.ts'
import { Uncacheable, Unavailable } from '#server/platform/cache/response-cache.ts'
import type { Pages } from './load-pages.ts'
import { mountAssets } from './mount-assets.ts'
import { busyPage, busyPolicy, busySeconds } from './busy-page.ts'
import { type Rendered, renderPage } from './render-page.ts'
import { ThreadLost } from './rendering-thread.ts'
import { acceptedForm, writeCached } from '#server/platform/cache/write-cached.ts'

export type { Pages } from './load-pages.ts'

/** Limit of pages that were not answered from the cache before routing. */
const renderings = { name: 'page', calls: 1200, minutes: 1 }

/**
 * Concurrent renderings of a process, and the milliseconds within which one should have ended. A rendering needs memory until it ends, and
 * more at once are not faster on one core.
 */
const concurrent = { atOnce: 8, longestWait: 3000 }

/** Whether an address is a page that the school has, or a person's own, and none that anybody may make up. It is rendered before others. */
function isKnown({ pathname, search }: URL): boolean {
  const page = findPage(pathname)
  return page !== undefined && (page.frame === 'learning' || (page.cached && search === ''))
}

/** Mounts the browser's files and the rendered pages. */
export async function mountPages(app: FastifyInstance, deps: Deps, pages: Pages): Promise<void> {
  const places = new Admission(concurrent)
  const renderInTurn = async (page: Omit<Parameters<typeof renderPage>[2], 'renderer'>) => {
    const end = await places.enter(page.preview !== undefined || isKnown(page.url)).catch((error: unknown) => {
      throw error instanceof Busy ? new Overloaded() : error
    })
    try {
      return await renderPage(app, deps, { renderer: await pages.renderer(), ...page })
    } finally {
      end()
    }
  }

  const servePage = async (request: FastifyRequest, reply: FastifyReply) =>
    serveRendered(request, reply).catch((error: unknown) => {
      if (!(error instanceof Overloaded || error instanceof ThreadLost) || request.headers.accept?.includes('text/html') !== true)
        throw error
      // Browsers that do not know `Refresh` show the sentence and the link.
      return reply
        .code(503)
        .headers({ 'cache-control': 'no-store', 'retry-after': String(busySeconds), refresh: String(busySeconds) })
        .header('content-security-policy', busyPolicy)
        .type('text/html; charset=utf-8')
        .send(busyPage(request.url))
    })
  const serveRendered = async (request: FastifyRequest, reply: FastifyReply) => {
    // Read before the rendering, which may end after the response.
    const headers = { ...reply.getHeaders() }
    const asked = new URL(`${deps.config.publicUrl}${request.url}`)
    // Before the school opens only previews come here.
    const preview = previewToken(deps, asked) ?? (isKnownOpen(deps) ? undefined : readPreviewCookie(deps, request.headers.cookie))
    if (preview !== undefined) {
      reply.header('x-robots-tag', 'noindex')
      return send(request, reply, await renderInTurn({ url: asked, headers, ip: request.ip, preview }))
    }
    const waitsSince = performance.now() - reply.elapsedTime
    const { call } = injectCalls(app, deps, request.ip)
    const asksAddress = pages.renderer().then((renderer) => renderer.canonical(asked, call))
    const target = await deps.responseCache.orLastKnown(asked.pathname + asked.search, asksAddress, { waitsSince })
    if ('heads' in target) return sendCached(target, request, reply)
    if (target.redirect) return reply.redirect(target.redirect, 308)

    const render = () => renderInTurn({ url: target.url, headers, ip: request.ip })
    if (!target.cacheable || deps.config.development) return send(request, reply, await render())
    const { cached, rendered } = await cachedPage(deps, target.url, { render, waitsSince })
    return cached ? sendCached(cached, request, reply) : send(request, reply, rendered ?? (await render()))
  }
  if (pages.clientFolder) {
    await mountAssets(app, {
      prefix: '/assets/',
      root: join(pages.clientFolder, 'assets'),
      async missing(request, reply) {
        // The page of a missing file is one of the site.
        if (!isKnownOpen(deps)) throw notFound()
        await limitPages(deps, request.ip, renderings)
        return servePage(request, reply)
      },
    })
    await app.register(fastifyStatic, {
      root: pages.clientFolder,
      globIgnore: ['assets/**'],
      decorateReply: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply) {
        reply.header('cache-control', 'public, max-age=3600')
      },
    })
  }
  app.get('/*', { schema: { hide: true }, exposeHeadRoute: true, config: { limit: renderings } }, servePage)
}

/** Returns the token of a valid preview link. A page of a cached address may show a record that visitors do not see. */
function previewToken(deps: Deps, url: URL): string | undefined {
  const token = url.searchParams.get('preview') ?? undefined
  return token !== undefined && findPage(url.pathname)?.cached && readPreview(deps, token) ? token : undefined
}

/** Thrown for an incomplete page; carries the page to send. */
class PageUnavailable extends Unavailable {
  readonly rendered: Rendered

  constructor(rendered: Rendered) {
    super('the page lacks what could not be reached')
    this.rendered = rendered
  }
}

/** Thrown when too many renderings wait. A cached page is sent although it is stale. */
class Overloaded extends Unavailable {
  /** Read by the error handler. */
  readonly statusCode = 503

  constructor() {
    super('too many renderings wait')
  }
}

/** `rendered` is a page that was rendered but cannot be cached, such as a 404. */
async function cachedPage(deps: Deps, url: URL, { render, waitsSince }: { render: () => Promise<Rendered>; waitsSince: number }) {
  let rendered: Rendered | undefined
  const make = async () => {
    rendered = await render()
    // A page of outdated parts is not stored, and the one before it stays.
    if (rendered.unavailable || rendered.failed) throw new PageUnavailable(rendered)
    return rendered.status === 200 && rendered.isPublic ? rendered : undefined
  }
  const cached = await deps.responseCache.getOrRender(url.pathname + url.search, make, { waitsSince }).catch((error: unknown) => {
    if (error instanceof PageUnavailable) rendered = error.rendered
    else if (!(error instanceof Uncacheable)) throw error
    return undefined
  })
  return { cached, rendered }
}

function sendCached(entry: Entry, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  writeCached(entry, request.raw, reply.raw)
  return reply
}

/** Bytes below which compression saves no packet. */
const worthCompressing = 1024

/** Sends a page to one reader. No page has a secret beside text of its address, which the length of a compressed body could tell. */
async function send(request: FastifyRequest, reply: FastifyReply, page: Rendered): Promise<FastifyReply> {
  reply.code(page.status).headers(page.headers).header('cache-control', 'no-store').header('vary', 'Accept-Encoding')
  const form = acceptedForm(request.headers['accept-encoding'])
  if (form === 'plain' || page.body.length < worthCompressing) return reply.send(page.body)
  return reply.header('content-encoding', form === 'brotli' ? 'br' : 'gzip').send(await compress(page.body, form))
}
