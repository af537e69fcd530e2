import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, line } from '#contract/fields.ts'
import { recordFields, resource } from '#contract/resource.ts'

/** Bytes and pixels that an uploaded picture may have. */
export const pictureLimits = { bytes: 20 * 1024 * 1024, pixels: 60_000_000 } as const

/** Where the subject of a picture is: left, centre or right, then top, middle or bottom. */
export const focalPoints = ['lt', 'ct', 'rt', 'lm', 'cm', 'rm', 'lb', 'cb', 'rb'] as const
const across: Readonly<Record<string, string>> = { l: 'left', c: 'centre', r: 'right' }
const down: Readonly<Record<string, string>> = { t: 'Top', m: 'Middle', b: 'Bottom' }
/** "Top left". */
export const nameOfFocal = (point: string): string => `${down[point[1] ?? '']} ${across[point[0] ?? '']}`
const focal = z.enum(focalPoints)

const part = z.number().min(0).max(1)
/** The visible part of the picture, as shares of its width and height. */
const crop = z
  .strictObject({ x: part, y: part, width: part.min(0.02), height: part.min(0.02) })
  .refine(({ x, y, width, height }) => x + width <= 1.0001 && y + height <= 1.0001, 'This part lies outside of the picture.')
export type Crop = z.output<typeof crop>

const record = z.object({
  ...recordFields,
  name: z.string(),
  /** What the picture shows, for people who do not see it; empty for decoration. */
  alt: z.string(),
  /** What content stores to show the picture. It changes with the picture, its crop and its focal point. */
  path: z.string(),
  /** Pixels of the visible part. */
  width: z.int(),
  height: z.int(),
  focal,
  crop: crop.nullable(),
  /** Path of the whole picture, for the editor of the crop. */
  whole_path: z.string(),
  /** Number of places that show the picture. */
  uses: z.int(),
  created_at: instant,
})
export type MediaRecord = z.output<typeof record>

const name = line(120, 'Name is required.')
const alt = z.union([z.literal(''), line(300)])
const input = z.strictObject({ name, alt, focal, crop: crop.nullable() })

const recordExample: z.input<typeof record> = {
  id: 1,
  version: 1,
  name: 'Class in session',
  alt: 'Students at their laptops, a diagram on the screen behind them.',
  path: 'media/library/0b6f2c1e8f534a5e9d0c6a4f1d3c2b7a-cm/960.webp',
  width: 2400,
  height: 1500,
  focal: 'cm',
  crop: null,
  whole_path: 'media/library/0b6f2c1e8f534a5e9d0c6a4f1d3c2b7a-cm/960.webp',
  uses: 2,
  created_at: '2026-11-20T08:00:00.000Z',
}

const base = resource({
  name: 'media',
  singular: 'picture',
  record,
  input,
  filters: {},
  sort: ['created_at', 'name', 'id'],
  usualSort: '-created_at',
  permission: { read: 'media:read', write: 'media:write' },
  words: { focal: nameOfFocal },
  examples: {
    record: recordExample,
    input: { name: recordExample.name, alt: recordExample.alt, focal: 'cm', crop: null },
  },
})

const file = z.file('Please choose a picture.')
const tag = 'Staff: media'
const write = { staff: 'media:write' } as const

const uploadPicture = endpoint({
  ...base.endpoints.create,
  summary: 'Upload a picture: JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB and 60 megapixels',
  bodyType: 'multipart/form-data',
  body: z.strictObject({ file, name: name.optional(), alt: alt.optional() }),
  example: { body: { alt: recordExample.alt }, answer: recordExample },
})

/** Pictures of the library. */
export const media = { ...base, endpoints: { ...base.endpoints, create: uploadPicture } }

export const replacePicture = endpoint({
  ...base.endpoints.change,
  name: 'replacePicture',
  method: 'POST',
  path: '/staff/media/:id/replace/',
  summary: 'Replace the file; every place that shows the picture shows the new one',
  bodyType: 'multipart/form-data',
  body: z.strictObject({ file }),
  example: { ...base.endpoints.change.example, body: {} },
})

export const removePicture = endpoint({
  name: 'removePicture',
  method: 'DELETE',
  path: '/staff/media/:id/',
  tag,
  summary: 'Remove a picture that nothing shows',
  access: write,
  params: z.object({ id }),
  answers: { 200: z.object({ removed: z.literal(true) }) },
  errors: [404, 409],
  example: { answer: { removed: true } },
})

const use = z.object({
  /** Staff resource, id and title of the record that shows the picture. The settings are one record. */
  resource: z.enum(['courses', 'blogs', 'services', 'resources', 'projects', 'instructors', 'settings', 'messages']),
  id: z.int(),
  title: z.string(),
})
export type PictureUse = z.output<typeof use>

export const listPictureUses = endpoint({
  name: 'listPictureUses',
  method: 'GET',
  path: '/staff/media/:id/uses/',
  tag,
  summary: 'Where a picture is shown',
  access: { staff: 'media:read' },
  params: z.object({ id }),
  answers: { 200: z.object({ items: z.array(use) }) },
  errors: [404],
  example: { answer: { items: [{ resource: 'courses', id: 1, title: 'Full Stack Web Development' }] } },
})
