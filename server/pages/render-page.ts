import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { PageHandler, PageSettings, PagesEntry } from '#contract/page-rendering.ts'
import type { Deps } from '../deps.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { injectTransport } from './inject-transport.ts'
import type { Made } from '../cache/compress-entry.ts'

export interface Rendered extends Made {
  status: number
  /** Whether the route's `Cache-Control` is public and no part failed. */
  sharable: boolean
  /** Whether data of the page was unavailable. */
  unavailable: boolean
}

interface Page {
  handler: PageHandler
  entry: PagesEntry<ServerBuild>
  url: URL
  /** Headers of every response. */
  headers: Readonly<Record<string, number | string | readonly string[] | undefined>>
  /** Network address of the caller. */
  ip: string
  /** Token of a preview link. */
  preview?: string | undefined
}

/**
 * Renders one page completely. While the database is unreachable it uses the last known responses. If a document still
 * lacks one, the error page is rendered instead.
 */
export async function renderPage(app: FastifyInstance, deps: Deps, page: Page): Promise<Rendered> {
  const rendered = await renderOnce(app, deps, page, { useLastKnown: true })
  const isDocument = !page.url.pathname.endsWith('.data')
  return rendered.unavailable && isDocument ? renderOnce(app, deps, page, { useLastKnown: false }) : rendered
}

async function renderOnce(app: FastifyInstance, deps: Deps, page: Page, options: { useLastKnown: boolean }): Promise<Rendered> {
  const { transport, parts } = injectTransport(app, deps, page.ip, { ...options, preview: page.preview })
  const request = new Request(page.url, { headers: { accept: 'text/html' } })
  const response = await page.handler(request, { transport, settings: pageSettings(deps) })
  const html = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const sharable = /\bpublic\b/.test(response.headers.get('cache-control') ?? '')
  const text = html ? await response.text() : undefined
  const shown = text === undefined || deps.config.development ? text : withScripts(page.entry, text, sharable)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(page.headers)) headers[name] = String(value)
  for (const [name, value] of response.headers) headers[name] = value
  if (shown !== undefined) {
    // Vite's client adds its own inline scripts and styles.
    headers['content-security-policy'] = deps.config.development
      ? "frame-ancestors 'none'"
      : contentSecurityPolicy(deps.config, page.url.pathname, shown)
  }
  if (response.status === 503) headers['retry-after'] = '5'
  return {
    status: response.status,
    body: shown === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(shown),
    headers,
    tags: parts.tags,
    madeAt: parts.madeAt,
    sharable: sharable && !parts.failed,
    unavailable: parts.unavailable || response.status === 503,
  }
}

/** A page that is the same for everyone is complete without scripts. */
function withScripts(entry: Page['entry'], html: string, sharable: boolean): string {
  return sharable ? entry.deferScripts(html) : entry.lowerScriptPriority(html)
}

function pageSettings({ config }: Deps): PageSettings {
  return { publicUrl: config.publicUrl, imageBaseUrl: config.imageBaseUrl, checkoutUrl: config.provider.checkoutUrl }
}
