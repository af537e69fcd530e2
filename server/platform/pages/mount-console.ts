import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { ConsoleFiles } from './load-pages.ts'
import { mountAssets } from './mount-assets.ts'

const limit = { name: 'console', calls: 1200, minutes: 1 }

/**
 * Mounts the staff console. One page answers every address below `/console`, because the console's router runs in the
 * browser. The page holds no data; the calls of staff authorise.
 */
export async function mountConsole(app: FastifyInstance, deps: Deps, files: ConsoleFiles): Promise<void> {
  if (files.assetsFolder)
    await mountAssets(app, { prefix: '/console/assets/', root: files.assetsFolder, missing: () => Promise.reject(notFound()) })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': consolePolicy(deps.config),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  }
  const send = async (reply: FastifyReply) => reply.headers(headers).send(await files.page())
  const options = { schema: { hide: true }, exposeHeadRoute: true, config: { limit } }
  app.get('/console', options, (_request, reply) => send(reply))
  app.get('/console/*', options, (_request, reply) => send(reply))
  app.get('/console/mail-frame', options, (_request, reply) => reply.headers(mailFrameHeaders).send(mailFrame))
}

/** An empty page in which the console draws a mail. Its policy allows the styles of mails and the school's logo, and no script. */
const mailFrame = '<!doctype html><html lang="en-IN"><head><title>Mail</title></head><body></body></html>'
const mailFrameHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
}

/** The development server adds styles and a script of its own to the page. */
function consolePolicy({ development, imageBaseUrl, s3Url }: Config): string {
  const inline = development ? " 'unsafe-inline'" : ''
  const pictures = [imageBaseUrl, s3Url].flatMap((url) => (url ? [new URL(url).origin] : []))
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    ["img-src 'self' data: blob:", ...new Set(pictures)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}
