import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'

const executable = /<script(?![^>]*\bsrc=)(?![^>]*\btype="(?:application\/(?:ld\+)?json)")[^>]*>([\s\S]*?)<\/script>/g
const payingPages = /^\/(?:razarpayment|verify-payment)\//

/**
 * The policy of one page: no inline script but those it carries, by hash (a nonce would forbid sharing the page).
 * Only paying pages let the provider's checkout in, whose script also sets styles.
 */
export function contentSecurityPolicy(config: Config, path: string, html: string): string {
  const hashes = new Set<string>()
  for (const [, script = ''] of html.matchAll(executable)) {
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  const images = config.imageBaseUrl ? ` ${new URL(config.imageBaseUrl).origin}` : ''
  const checkout = payingPages.test(path) ? checkoutSources(config.provider.checkoutUrl) : undefined
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].join(' ')}${checkout ? ` ${checkout.script}` : ''}`,
    `style-src 'self'${checkout ? " 'unsafe-inline'" : ''}`,
    `img-src 'self' data:${images}${checkout ? ` ${checkout.image}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${checkout ? ` ${checkout.connect}` : ''}`,
    `media-src 'self'${images}`,
    "manifest-src 'self'",
    ...(checkout ? [`frame-src ${checkout.frame}`] : []),
    // The provider's bank pages are reached by a form inside its own frame, never from ours.
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Hosts the provider documents for its checkout; a checkout served from elsewhere is all on its own origin. */
function checkoutSources(checkoutUrl: string): { script: string; frame: string; connect: string; image: string } {
  const { origin, hostname } = new URL(checkoutUrl)
  const domain = /^checkout\.(.+)$/.exec(hostname)?.[1]
  if (!domain) return { script: origin, frame: origin, connect: origin, image: origin }
  const at = (name: string) => `https://${name}.${domain}`
  return {
    script: `${at('checkout')} ${at('cdn')}`,
    frame: `${at('api')} ${at('checkout')}`,
    connect: `${at('api')} ${at('lumberjack')}`,
    image: at('cdn'),
  }
}
