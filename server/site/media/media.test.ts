import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { MediaRecord } from '#contract/site/staff/media.ts'
import { system } from '#server/platform/auth/principal.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { makeMediaFolder } from '#tests/school/media-library.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { sweepMedia } from './removals.ts'

const createLibrary = async () => createTestApp({ config: { mediaDir: await makeMediaFolder() } })

const photo = (width = 1200, height = 750) => sharp({ create: { width, height, channels: 3, background: '#c9701a' } })

function send(
  shop: TestApp,
  path: string,
  file: Buffer | undefined,
  more: { version?: number; fields?: object; name?: string; role?: 'content' | 'support' } = {},
) {
  const form = new FormData()
  if (file) form.set('file', new File([new Uint8Array(file)], more.name ?? 'photo.jpg', { type: 'image/jpeg' }))
  for (const [name, value] of Object.entries(more.fields ?? {})) form.set(name, String(value))
  const encoded = new Response(form)
  return encoded.arrayBuffer().then((payload) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/staff/media/${path}`,
      payload: Buffer.from(payload),
      headers: {
        ...shop.asStaff(more.role ?? 'content'),
        'content-type': encoded.headers.get('content-type') ?? '',
        ...(more.version === undefined ? {} : { 'if-match': `"${more.version}"` }),
      },
    }),
  )
}

async function upload(shop: TestApp, file: Buffer, name?: string): Promise<MediaRecord> {
  const answer = await send(shop, '', file, { fields: { alt: 'A class' }, ...(name ? { name } : {}) })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<MediaRecord>()
}

const change = (shop: TestApp, { id, version }: MediaRecord, payload: object) =>
  shop.app.inject({
    method: 'PATCH',
    url: `/api/staff/media/${id}/`,
    payload,
    headers: { ...shop.asStaff('content'), 'if-match': `"${version}"` },
  })

test('an upload is served in three formats without its metadata [SEC-110]', async () => {
  const shop = await createLibrary()
  const jpeg = await photo()
    .withExif({ IFD0: { Copyright: 'Secret owner' }, IFD3: { GPSLatitude: '18/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  expect(jpeg.includes('Secret owner')).toBe(true)
  const picture = await upload(shop, jpeg, '../../../etc/my photo.jpg')
  expect(picture).toMatchObject({ name: 'my photo', alt: 'A class', width: 1200, height: 750, focal: 'cm', crop: null, uses: 0 })
  expect(picture.path).toMatch(/^media\/library\/[\da-f]{32}-cm\/960\.webp$/)
  const types = { avif: 'heif', webp: 'webp', jpg: 'jpeg' }
  for (const [extension, format] of Object.entries(types)) {
    for (const width of [480, 960, 1600]) {
      const answer = await shop.app.inject(`/${picture.path.replace('960.webp', `${width}.${extension}`)}`)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
      const read = await sharp(answer.rawPayload).metadata()
      expect([read.format, read.width, read.exif, read.xmp, read.icc]).toEqual([
        format,
        Math.min(width, 1200),
        undefined,
        undefined,
        undefined,
      ])
      expect(answer.rawPayload.includes('Secret owner')).toBe(false)
    }
  }
})

test('an upload is turned upright', async () => {
  const shop = await createLibrary()
  const turned = await photo(600, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await upload(shop, turned)).toMatchObject({ width: 300, height: 600 })
})

/** A PNG whose header claims a size that its few bytes do not have. */
function pixelBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

test('hostile files are refused and leave nothing [SEC-110]', async () => {
  const shop = await createLibrary()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const jpeg = await photo().jpeg().toBuffer()
  const hostile: Record<string, Buffer> = {
    svg,
    'svg behind a byte order mark': Buffer.concat([Buffer.from('\ufeff'), svg]),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj\n'),
    'zip named photo.jpg': Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaa', 'latin1'),
    'a JPEG head with HTML': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>alert(1)</script>')]),
    'a truncated JPEG': jpeg.subarray(0, jpeg.length / 2),
    'a pixel bomb': pixelBomb(30_000, 30_000),
    'a bomb of one line': pixelBomb(2_000_000, 1000),
    nothing: Buffer.alloc(0),
  }
  for (const [what, file] of Object.entries(hostile)) {
    const answer = await send(shop, '', file)
    expect([answer.statusCode, answer.json<{ file?: string[] }>().file?.length], what).toEqual([400, 1])
  }
  expect((await shop.db.query('select 1 from media')).rowCount).toBe(0)
  expect(await readdir(shop.deps.config.mediaDir)).toEqual([])
})

test('a polyglot loses everything but its pixels [SEC-110]', async () => {
  const shop = await createLibrary()
  const polyglot = Buffer.concat([await photo().jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>PK\x03\x04', 'latin1')])
  const { path } = await upload(shop, polyglot)
  for (const file of ['960.webp', '960.avif', '960.jpg']) {
    const { rawPayload } = await shop.app.inject(`/${path.replace('960.webp', file)}`)
    expect(rawPayload.includes('script')).toBe(false)
  }
})

test('a file over 20 MiB is refused', async () => {
  const shop = await createLibrary()
  const answer = await send(shop, '', Buffer.alloc(20 * 1024 * 1024 + 1))
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'too_large'])
})

test('an upload without a file or with another field is refused', async () => {
  const shop = await createLibrary()
  const jpeg = await photo(20, 20).jpeg().toBuffer()
  expect((await send(shop, '', undefined, { fields: { alt: 'A' } })).statusCode).toBe(400)
  expect((await send(shop, '', jpeg, { fields: { path: '/etc/passwd' } })).statusCode).toBe(400)
  expect((await send(shop, '', jpeg, { role: 'support' })).statusCode).toBe(403)
  const json = await shop.app.inject({
    method: 'POST',
    url: '/api/staff/media/',
    payload: {},
    headers: { ...shop.asStaff('content') },
  })
  expect(json.statusCode).toBe(415)
  const elsewhere = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login/',
    payload: '--x\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(elsewhere.statusCode, 'other calls take JSON only').toBe(415)
})

/** A course and an article that show the picture. */
async function show(shop: TestApp, path: string) {
  await shop.db.query(
    `insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type, price_paise, image)
     values ('a', 'Cloud', 'Cloud', 'D', 'O', 'K', '8 weeks', 'Any', 'Live', 4000000, $1)`,
    [path],
  )
  await shop.db.query(
    `insert into blogs (title, category, author, excerpt, content, published_on, blocks)
     values ('Post', 'Cloud', 'A', 'E', '{}', '2026-01-01', $1)`,
    [JSON.stringify([{ type: 'image', path, alt: 'A', width: 800, height: 500, caption: null }])],
  )
  const { rows } = await shop.db.query<{ image: string; block: string }>(
    `select c.image, b.blocks -> 0 ->> 'path' as block from courses c, blogs b`,
  )
  return rows[0]
}
const shown = async (shop: TestApp) =>
  (
    await shop.db.query<{ image: string; block: string }>(
      `select c.image, b.blocks -> 0 ->> 'path' as block from courses c, blogs b`,
    )
  ).rows[0]

test('crop, focal point and replacement reach every page', async () => {
  const shop = await createLibrary()
  const first = await upload(shop, await photo().jpeg().toBuffer())
  await show(shop, first.path)
  const uses = await shop.app.inject({ url: `/api/staff/media/${first.id}/uses/`, headers: { ...shop.asStaff('content') } })
  expect(uses.json<{ items: object[] }>().items).toMatchObject([
    { resource: 'blogs', title: 'Post' },
    { resource: 'courses', title: 'Cloud' },
  ])
  const focused = (await change(shop, first, { focal: 'lt' })).json<MediaRecord>()
  expect(focused).toMatchObject({ uses: 2, focal: 'lt' })
  expect(await shown(shop)).toEqual({ image: focused.path, block: focused.path })
  const cropped = (await change(shop, focused, { crop: { x: 0.25, y: 0, width: 0.5, height: 1 } })).json<MediaRecord>()
  expect(cropped).toMatchObject({ width: 600, height: 750, whole_path: first.path })
  expect(await shown(shop)).toEqual({ image: cropped.path, block: cropped.path })
  expect((await sharp((await shop.app.inject(`/${cropped.path}`)).rawPayload).metadata()).width).toBe(600)
  const whole = (await change(shop, cropped, { crop: null })).json<MediaRecord>()
  expect(whole).toMatchObject({ width: 1200, height: 750, path: focused.path })
  const png = await photo(640, 640).png().toBuffer()
  const replaced = (await send(shop, `${first.id}/replace/`, png, { version: whole.version })).json<MediaRecord>()
  expect(replaced).toMatchObject({ width: 640, height: 640, uses: 2, alt: 'A class' })
  expect(await shown(shop)).toEqual({ image: replaced.path, block: replaced.path })
  const stale = await send(shop, `${first.id}/replace/`, png, { version: whole.version })
  expect([stale.statusCode, stale.json<{ current: MediaRecord }>().current.path]).toEqual([412, replaced.path])
  const used = await shop.app.inject({
    method: 'DELETE',
    url: `/api/staff/media/${first.id}/`,
    headers: { ...shop.asStaff('content') },
  })
  expect([used.statusCode, used.json<{ code: string }>().code]).toEqual([409, 'in_use'])
})

test('a picture removed or cropped meanwhile is refused', async () => {
  const shop = await createLibrary()
  const [gone, cropped] = [
    await upload(shop, await photo(40, 40).jpeg().toBuffer()),
    await upload(shop, await photo(50, 50).jpeg().toBuffer()),
  ]
  await shop.app.inject({ method: 'DELETE', url: `/api/staff/media/${gone.id}/`, headers: { ...shop.asStaff('content') } })
  await change(shop, cropped, { crop: { x: 0, y: 0, width: 0.5, height: 1 } })
  const call = staffClient(shop)
  const project = { title: 'Clinic', category: 'Cloud', content: 'A booking system.', image: null }
  const { id, version } = (await call('POST', 'projects/', { body: project })).as<MediaRecord>()
  for (const { path } of [gone, cropped]) {
    for (const answer of [
      await call('POST', 'projects/', { body: { ...project, image: path } }),
      await call('PATCH', `projects/${id}/`, { body: { image: path }, version }),
    ]) {
      expect([answer.status, answer.error['image']]).toEqual([
        400,
        ['This picture was changed or removed. Please choose it again.'],
      ])
    }
  }
})

test('a picture chosen at the same time is not removed', async () => {
  const shop = await createLibrary()
  const call = staffClient(shop)
  const project = { title: 'Clinic', category: 'Cloud', content: 'A booking system.' }
  const jpeg = await photo(40, 40).jpeg().toBuffer()
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round += 1) {
    const picture = await upload(shop, jpeg)
    const [removed, stored] = await Promise.all([
      shop.app.inject({ method: 'DELETE', url: `/api/staff/media/${picture.id}/`, headers: { ...shop.asStaff('content') } }),
      call('POST', 'projects/', { body: { ...project, image: picture.path } }),
    ])
    outcomes.add(`${removed.statusCode} ${stored.status}`)
  }
  // One of the two wins.
  for (const outcome of outcomes) expect(['200 400', '409 201']).toContain(outcome)
})

test('a long file name is not cut inside a character', async () => {
  const shop = await createLibrary()
  const picture = await upload(shop, await photo(40, 40).jpeg().toBuffer(), `x${'\u{1d49c}'.repeat(100)}.jpg`)
  expect(picture.name).toBe(`x${'\u{1d49c}'.repeat(59)}`)
})

test('files that nothing shows are removed after a day', async () => {
  const shop = await createLibrary()
  const current = await upload(shop, await photo(40, 40).jpeg().toBuffer())
  const gone = await upload(shop, await photo(50, 50).jpeg().toBuffer())
  await shop.app.inject({ method: 'DELETE', url: `/api/staff/media/${gone.id}/`, headers: { ...shop.asStaff('content') } })
  const status = async ({ path }: MediaRecord) => (await shop.app.inject(`/${path}`)).statusCode
  await sweepMedia(shop.deps, system)
  expect([await status(current), await status(gone)]).toEqual([200, 200])
  await shop.passTime('25 hours')
  await sweepMedia(shop.deps, system)
  expect([await status(current), await status(gone)]).toEqual([200, 404])
  expect((await readdir(join(shop.deps.config.mediaDir, 'media', 'masters'))).length).toBe(1)
})

test('a failing storage stores no picture', async () => {
  const shop = await createTestApp({ config: { mediaDir: '/dev/null/media' } })
  const answer = await send(shop, '', await photo(40, 40).jpeg().toBuffer())
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
  expect((await shop.db.query('select 1 from media')).rowCount).toBe(0)
})

test.each([
  '../../secrets.json',
  '%2e%2e%2fsecrets.json',
  `${'a'.repeat(32)}-cm/961.webp`,
  `${'a'.repeat(32)}-xx/960.webp`,
  'a/960.webp',
])('answers 404 for the path %s [SEC-110]', async (path) => {
  const shop = await createLibrary()
  expect((await shop.app.inject(`/media/library/${path}`)).statusCode).toBe(404)
})

test('two uploads of one file are two pictures', async () => {
  const shop = await createLibrary()
  const jpeg = await photo(40, 40).jpeg().toBuffer()
  const [one, other] = await Promise.all([upload(shop, jpeg), upload(shop, jpeg)])
  expect(one.path).not.toBe(other.path)
  const sums = await Promise.all(
    [one, other].map(async ({ path }) =>
      createHash('sha256')
        .update((await shop.app.inject(`/${path}`)).rawPayload)
        .digest('hex'),
    ),
  )
  expect(sums[0]).toBe(sums[1])
})
