import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { PageHandler, PageSettings, PagesEntry } from '#contract/pages.ts'
import type { Deps } from '../deps.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { injectTransport } from './inject-transport.ts'
import { type Made, NotKept, writeKept } from './kept.ts'
import type { Pages } from './load-pages.ts'

export type { Pages } from './load-pages.ts'

type Entry = PagesEntry<ServerBuild>

interface Rendered extends Made {
  status: number
  /** What may be kept says so itself, through its route's `Cache-Control`. */
  sharable: boolean
}

/** What could not be answered from kept bytes ahead of the framework. */
const renderings = { name: 'page', calls: 1200, minutes: 1 }

/** Everything that is no API call: the browser's files and the rendered pages. */
export async function mountPages(app: FastifyInstance, deps: Deps, pages: Pages): Promise<void> {
  if (pages.clientFolder) {
    await app.register(fastifyStatic, {
      root: pages.clientFolder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const immutable = path.includes('/assets/')
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    })
  }
  let known: { build: ServerBuild; entry: Entry; handler: PageHandler } | undefined
  const load = async () => {
    const build = await pages.build()
    // Vite hands out a new build after each change of a source file.
    if (known?.build !== build) {
      // The bundle's entry exports these beside React Router's own; `web/entry.server.tsx` is held to the type.
      const entry = build.entry.module as ServerBuild['entry']['module'] & Entry
      known = { build, entry, handler: entry.createHandler(build) }
    }
    return known
  }
  app.get('/*', { schema: { hide: true }, exposeHeadRoute: true, config: { limit: renderings } }, async (request, reply) => {
    const { handler, entry } = await load()
    const { transport } = injectTransport(app, deps, request.ip)
    const target = await entry.canonical(new URL(`${deps.config.publicUrl}${request.url}`), transport)
    if (target.redirect) return reply.redirect(target.redirect, 308)

    const render = () => renderPage(app, deps, { handler, entry, url: target.url, reply, ip: request.ip })
    if (!target.keep || deps.config.development) return send(reply, await render())
    const { kept, rendered } = await keptPage(deps, target.url, render)
    if (!kept) return send(reply, rendered ?? (await render()))
    reply.hijack()
    writeKept(kept, request.raw, reply.raw)
    return reply
  })
}

/** `rendered` is what this very request made and could not be kept, a 404 say. */
async function keptPage(deps: Deps, url: URL, render: () => Promise<Rendered>) {
  let rendered: Rendered | undefined
  const kept = await deps.kept
    .answer(url.pathname + url.search, async () => {
      rendered = await render()
      return rendered.status === 200 && rendered.sharable ? rendered : undefined
    })
    .catch((error: unknown) => {
      if (error instanceof NotKept) return undefined
      throw error
    })
  return { kept, rendered }
}

interface Page {
  handler: PageHandler
  entry: Entry
  url: URL
  reply: FastifyReply
  /** Who asked for it. */
  ip: string
}

async function renderPage(app: FastifyInstance, deps: Deps, page: Page): Promise<Rendered> {
  const { transport, tags } = injectTransport(app, deps, page.ip)
  const request = new Request(page.url, { headers: { accept: 'text/html' } })
  const response = await page.handler(request, { transport, settings: pageSettings(deps) })
  const html = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const sharable = /\bpublic\b/.test(response.headers.get('cache-control') ?? '')
  const text = html ? await response.text() : undefined
  const shown = text !== undefined && sharable && !deps.config.development ? page.entry.deferScripts(text) : text
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(page.reply.getHeaders())) headers[name] = String(value)
  for (const [name, value] of response.headers) headers[name] = value
  if (shown !== undefined) {
    // Vite's client brings inline scripts and styles of its own.
    headers['content-security-policy'] = deps.config.development
      ? "frame-ancestors 'none'"
      : contentSecurityPolicy(deps.config, page.url.pathname, shown)
  }
  if (response.status === 503) headers['retry-after'] = '5'
  return {
    status: response.status,
    body: shown === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(shown),
    headers,
    tags,
    sharable,
  }
}

function send(reply: FastifyReply, page: Rendered): FastifyReply {
  return reply.code(page.status).headers(page.headers).header('cache-control', 'no-store').send(page.body)
}

function pageSettings({ config }: Deps): PageSettings {
  return { publicUrl: config.publicUrl, imageBaseUrl: config.imageBaseUrl, checkoutUrl: config.provider.checkoutUrl }
}
