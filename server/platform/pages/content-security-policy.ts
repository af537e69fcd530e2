import { findPage } from '#contract/pages.ts'
import { embedOrigins } from '#contract/classes/recording-links.ts'
import type { Config } from '#server/config.ts'
import type { InlineHashes } from './page-renderer.ts'

/**
 * Returns the policy of one page. Inline scripts are allowed by hash, because a nonce would prevent caching. Only checkout
 * pages allow the provider's scripts, which also set styles. Own scripts feed a playlist of the school to a clip, which is a `blob:`. Only
 * player pages allow recordings from the configured hosts,
 * frames of the embedded players, and inline styles of the player.
 * A school's own colour is one inline style, allowed by hash too.
 * @param inline SHA-256 of each inline script and style in base64
 */
export function contentSecurityPolicy(config: Config, path: string, inline: InlineHashes): string {
  const sources = (hashes: readonly string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('')
  const images = config.imageBaseUrl ? ` ${new URL(config.imageBaseUrl).origin}` : ''
  const kind = findPage(path)?.policy
  const checkout = kind === 'checkout' ? checkoutSources(config.provider.checkoutUrl) : undefined
  const player = kind === 'player' ? config.recordingOrigins.map((origin) => ` ${origin}`).join('') : undefined
  return [
    "default-src 'none'",
    `script-src 'self'${sources(inline.scripts)}${checkout ? ` ${checkout.script}` : ''}`,
    // A hash would switch `unsafe-inline` off.
    `style-src 'self'${checkout || player !== undefined ? " 'unsafe-inline'" : sources(inline.styles)}`,
    `img-src 'self' data:${images}${checkout ? ` ${checkout.image}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${checkout ? ` ${checkout.connect}` : ''}${player ?? ''}`,
    ...(player === undefined ? ["media-src 'self' blob:"] : [`media-src 'self' blob:${player}`, 'worker-src blob:']),
    "manifest-src 'self'",
    ...(checkout ? [`frame-src ${checkout.frame}`] : []),
    ...(player === undefined ? [] : [`frame-src ${embedOrigins.join(' ')}`]),
    // The provider submits its forms to banks inside its own frame, so the page needs no other target.
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Hosts that the provider documents for its checkout. A checkout on another domain uses its own origin only. */
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
