import type { FastifyInstance } from 'fastify'
import { inMaintenance } from '#contract/messages.ts'
import type { PageSettings } from '#contract/page-rendering.ts'
import type { Deps } from '#server/deps.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { injectCalls } from './inject-calls.ts'
import type { PageRenderer } from './page-renderer.ts'
import type { Made } from '#server/platform/cache/compress-entry.ts'

export interface Rendered extends Made {
  status: number
  /** Whether the route's `Cache-Control` is public. */
  isPublic: boolean
  /** Whether a part failed or is possibly outdated. */
  failed: boolean
  /** Whether data of the page was unavailable. */
  unavailable: boolean
}

interface Page {
  renderer: PageRenderer
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
  const { call, parts } = injectCalls(app, deps, page.ip, { ...options, preview: page.preview })
  const { status, body, inline, isPublic, headers: own } = await page.renderer.render(page.url, call, pageSettings(deps))
  const html = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(page.headers)) headers[name] = String(value)
  for (const [name, value] of own) headers[name] = value
  if (inline) {
    // Vite's client adds its own inline scripts and styles.
    headers['content-security-policy'] = deps.config.development
      ? "frame-ancestors 'none'"
      : contentSecurityPolicy(deps.config, page.url.pathname, inline)
  }
  if (status === 503) headers['retry-after'] = '5'
  return {
    status,
    body: inline && deps.maintenance.isOn() ? withNotice(html) : html,
    headers,
    tags: parts.tags,
    madeAt: parts.madeAt,
    isPublic,
    failed: parts.failed,
    unavailable: parts.unavailable || status === 503,
  }
}

/**
 * Says above a page that the school is only read. It stands beside what React draws, which leaves an element alone that it does not know in
 * the body: so the scripts of every page carry nothing of it.
 */
function withNotice(html: Buffer): Buffer {
  const begin = html.indexOf('>', html.indexOf('<body')) + 1
  const notice = `<aside aria-label="Maintenance" class="border-b border-line bg-signal-soft p-3 text-center text-sm font-medium text-signal">${inMaintenance}</aside>`
  return Buffer.concat([html.subarray(0, begin), Buffer.from(notice), html.subarray(begin)])
}

function pageSettings({ config }: Deps): PageSettings {
  const { publicUrl, imageBaseUrl, provider, demo } = config
  return {
    publicUrl,
    imageBaseUrl,
    checkoutUrl: provider.checkoutUrl,
    ...(demo && { demo }),
  }
}
