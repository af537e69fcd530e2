import { isId } from '#contract/rules.ts'
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { FileAnswer, sendFile } from '#server/platform/http/file-answer.ts'
import { drawCard } from '#server/site/artwork/cards/draw-card.ts'
import { readCard } from '#server/site/artwork/cards/read-card.ts'
import { readCertificateCard } from '#server/site/artwork/cards/read-certificate-card.ts'
import { drawArt } from './draw-art.ts'
import { drawTile } from './draw-mark.ts'
import { drawSeal } from './draw-seal.ts'
import { findIllustration } from './find-illustration.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { brandFile } from '#server/platform/settings/brand-look.ts'
import { memoise } from './memoise.ts'
import { readMark } from './read-mark.ts'
import { type RasterFormat, renderCard, renderIcon, renderRaster } from './render-raster.ts'

const types = { svg: 'image/svg+xml; charset=utf-8', webp: 'image/webp', avif: 'image/avif' } as const

/** A drawing that is opened directly is a document, so it must not load, run or be framed. */
const documentPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The school's mark by path, with its side in pixels. */
const icons = { '/favicon.svg': null, '/icon-180.png': 180, '/icon-512.png': 512 } as const

/** A page shows thirty images, and a whole class may open it at once from one network. */
const pictures = { name: 'picture', calls: 12_000, minutes: 1 }

/**
 * Mounts the school's icons, `GET /media/brand/logo.jpg` and `mark.jpg` for mails, `seal.svg` for certificates, `GET /media/art/:kind/:id.svg`, `.webp` and `.avif`, and `GET /media/card/:kind/:id.jpg` for shared links.
 * Unknown subjects get 404 with the error body.
 */
export function artworkRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'files'>): void {
  const raster = memoise<Buffer>(240)

  for (const [path, size] of Object.entries(icons)) {
    app.get(path, { schema: { hide: true }, config: { limit: pictures } }, async (request, reply) => {
      const svg = drawTile(await readMark(deps, await readSiteSettings(deps)), size === null ? undefined : 0)
      const etag = etagOf(svg, size === null ? 'svg' : String(size))
      const headers = { 'cache-control': 'public, max-age=3600', 'content-security-policy': documentPolicy }
      const icon =
        size === null
          ? new FileAnswer(svg, { type: types.svg, etag, headers })
          : new FileAnswer(() => raster(etag, () => renderIcon(svg, size)), { type: 'image/png', etag, headers })
      return sendFile(request, reply, icon)
    })
  }

  app.get('/media/brand/seal.svg', { schema: { hide: true }, config: { limit: pictures } }, async (request, reply) => {
    const svg = drawSeal(await readMark(deps, await readSiteSettings(deps)))
    const headers = { 'cache-control': 'public, max-age=3600', 'content-security-policy': documentPolicy }
    return sendFile(request, reply, new FileAnswer(svg, { type: types.svg, etag: etagOf(svg, 'seal'), headers }))
  })

  for (const name of ['logo', 'mark'] as const) {
    // The address stays when the picture changes, because mails keep it for years.
    app.get(`/media/brand/${name}.jpg`, { schema: { hide: true }, config: { limit: pictures } }, async (request, reply) => {
      const path = (await readSiteSettings(deps))[name]
      const bytes = path === null ? undefined : await deps.files.read(brandFile(path, 'jpg'))
      if (!path || !bytes) throw notFound()
      const headers = { 'cache-control': 'public, max-age=3600', 'content-security-policy': documentPolicy }
      return sendFile(request, reply, new FileAnswer(bytes, { type: 'image/jpeg', etag: etagOf(path, 'jpg'), headers }))
    })
  }

  app.get<{ Params: { kind: string; file: string } }>(
    '/media/art/:kind/:file',
    { schema: { hide: true }, config: { limit: pictures } },
    async (request, reply) => {
      const [, id, extension] = /^(\d{1,10})\.(svg|webp|avif)$/.exec(request.params.file) ?? []
      const subject =
        id && isId(id) ? await findIllustration(deps, visitor, { kind: request.params.kind, id: Number(id) }) : undefined
      if (!subject) throw notFound()
      const svg = drawArt(subject)
      const etag = etagOf(svg, extension)
      const format = extension as keyof typeof types
      const drawn = async () => (format === 'svg' ? svg : raster(etag, () => renderRaster(svg, format satisfies RasterFormat)))
      const headers = { 'cache-control': 'public, max-age=86400', 'content-security-policy': documentPolicy }
      return sendFile(request, reply, new FileAnswer(drawn, { type: types[format], etag, headers }))
    },
  )

  app.get<{ Params: { kind: string; file: string } }>(
    '/media/card/:kind/:file',
    { schema: { hide: true }, config: { limit: pictures } },
    async (request, reply) => {
      const [, id = ''] = /^(\d{1,10}|[\da-f]{32})\.jpg$/.exec(request.params.file) ?? []
      const { kind } = request.params
      const card = isId(id)
        ? await readCard(deps, visitor, { kind, id: Number(id) })
        : kind === 'certificate' && id
          ? await readCertificateCard(deps, visitor, id)
          : undefined
      if (!card) throw notFound()
      const etag = etagOf(JSON.stringify(card), 'jpg')
      // Dates and prices change, so a card is cached for an hour only. A certificate has a name and may be revoked, so it is not.
      const isCertificate = kind === 'certificate'
      const headers = {
        'cache-control': isCertificate ? 'no-cache' : 'public, max-age=3600',
        ...(isCertificate && { 'x-robots-tag': 'noindex' }),
      }
      const drawn = () => raster(etag, () => renderCard(drawCard(card)))
      return sendFile(request, reply, new FileAnswer(drawn, { type: 'image/jpeg', etag, headers }))
    },
  )
}

function etagOf(content: string, form: string | undefined): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}-${form}"`
}
