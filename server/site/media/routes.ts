import type { FastifyInstance } from 'fastify'
import { basename } from 'node:path'
import {
  listPictureUses as listUsesEndpoint,
  media,
  pictureLimits,
  removePicture as removeEndpoint,
  replacePicture as replaceEndpoint,
} from '#contract/site/staff/media.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, stale, StaleVersion } from '#server/platform/errors/errors.ts'
import { FileAnswer, sendFile } from '#server/platform/http/file-answer.ts'
import { readForms } from '#server/platform/http/forms.ts'
import { resourceRoutes, versionsOf } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { changePicture, replacePicture } from './change-picture.ts'
import { mediaRecords } from './media-records.ts'
import { listPictureUses } from './picture-uses.ts'
import { removePicture } from './remove-picture.ts'
import { pictureTypes } from './render-picture.ts'
import { uploadPicture } from './upload-picture.ts'

/** A page shows thirty pictures, and a whole class may open it at once from one network. */
const fetches = { name: 'picture', calls: 12_000, minutes: 1 }

/** Mounts the calls of the media library, and `GET /media/library/{key}-{focal}/{width}.{format}`. */
export function mediaRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    await readForms(scope, { file: pictureLimits.bytes, field: 2000 })
    resourceRoutes(scope, deps, media, {
      ...mediaRecords,
      actions: {},
      create: async (_deps, staff, { body: { file, name, alt } }) =>
        uploadPicture(deps, staff, { bytes: await bytesOf(file), name: name ?? nameOf(file), alt: alt ?? '' }),
      change: (_deps, staff, input) => changePicture(deps, staff, input),
    })
    route(scope, deps, replaceEndpoint, async (staff, { params: { id }, body, ifMatch }, reply) => {
      const target = { id, versions: versionsOf(ifMatch) }
      const record = await replacePicture(deps, staff, { ...target, bytes: await bytesOf(body.file) }).catch((error: unknown) => {
        throw error instanceof StaleVersion ? stale(error.current) : error
      })
      reply.header('etag', `"${record.version}"`)
      return record
    })
  })
  route(app, deps, removeEndpoint, async (staff, { params }) => {
    await removePicture(deps, staff, params)
    return { removed: true } as const
  })
  route(app, deps, listUsesEndpoint, async (staff, { params }) => ({ items: await listPictureUses(deps, staff, params) }))

  app.get<{ Params: { name: string; file: string } }>(
    '/media/library/:name/:file',
    { schema: { hide: true }, exposeHeadRoute: true, config: { limit: fetches } },
    async (request, reply) => {
      const [, key] = /^([\da-f]{32})-[lcr][tmb]$/.exec(request.params.name) ?? []
      const [, file, format] = /^((?:480|960|1600)\.(avif|webp|jpg))$/.exec(request.params.file) ?? []
      const bytes = key && file ? await deps.files.read(`media/library/${key}/${file}`) : undefined
      if (!bytes) throw notFound()
      // A change of the picture changes its key.
      const headers = { 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': "default-src 'none'" }
      const type = pictureTypes[format as keyof typeof pictureTypes]
      return sendFile(request, reply, new FileAnswer(bytes, { type, headers }))
    },
  )
}

async function bytesOf(file: File): Promise<Buffer> {
  return Buffer.from(await file.arrayBuffer())
}

/** A first name of the picture, which staff can change: that of its file without folders, type and control characters. */
function nameOf(file: File): string {
  const plain = basename(file.name.normalize('NFC').replaceAll('\\', '/'))
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[^\p{L}\p{M}\p{N} .,()&-]+/gu, ' ')
    .trim()
  // A cut does not leave half of a character.
  return plain.slice(0, 120).replace(/[\ud800-\udbff]$/, '') || 'Picture'
}
