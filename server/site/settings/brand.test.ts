import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shadesOf } from '#contract/site/brand.ts'
import type { MediaRecord } from '#contract/site/staff/media.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { makeMediaFolder, uploadPicture } from '#tests/school/media-library.ts'

const createSchool = async () => createTestApp({ config: { mediaDir: await makeMediaFolder() } })

const change = (shop: TestApp, payload: object, version: number, role: 'owner' | 'content' = 'owner') =>
  shop.app.inject({
    method: 'PATCH',
    url: '/api/staff/settings/',
    payload,
    headers: { ...shop.asStaff(role), 'if-match': `"${version}"` },
  })

const pixelAt = async (shop: TestApp, url: string, left: number, top: number) => {
  const { rawPayload } = await shop.app.inject(url)
  const pixel = sharp(rawPayload).removeAlpha().extract({ left, top, width: 1, height: 1 })
  return `#${(await pixel.raw().toBuffer()).toString('hex')}`
}

test.each([
  { accent: 'red' },
  { accent: '#fff' },
  { accent: '#7a1f3d;}' },
  { wordmark: 'x'.repeat(41) },
  { mark: 'media/art/course/1.svg' },
  { logo: 'https://pictures.example/logo.png' },
  { logo: `media/library/${'0'.repeat(32)}-cm/960.webp` },
  { companies_heading: 'x'.repeat(121) },
])('refuses the brand %o', async (brand) => {
  const shop = await createTestApp()
  expect((await change(shop, brand, 0)).statusCode).toBe(400)
  expect((await shop.get('/site/')).json()).toMatchObject({ accent: null, mark: null, logo: null, wordmark: '' })
})

test('only those who write settings change the brand', async () => {
  const shop = await createTestApp()
  expect((await change(shop, { accent: '#7a1f3d' }, 0, 'content')).statusCode).toBe(403)
  expect((await change(shop, { accent: '#7A1F3D ' }, 0)).json()).toMatchObject({ accent: '#7a1f3d', version: 1 })
  expect((await change(shop, { accent: null }, 0)).statusCode).toBe(412)
  expect((await change(shop, { accent: null }, 1)).json()).toMatchObject({ accent: null })
})

test('icons and share pictures show the brand at once', async () => {
  const shop = await createSchool()
  const before = await shop.app.inject('/favicon.svg')
  const accent = '#e0559a'
  await change(shop, { accent }, 0)
  const shade = shadesOf(accent).light.accent
  expect((await shop.app.inject('/favicon.svg')).headers['etag']).not.toBe(before.headers['etag'])
  expect(await pixelAt(shop, '/icon-180.png', 4, 176)).toBe(shade)
  expect((await shop.app.inject('/media/brand/mark.jpg')).statusCode).toBe(404)

  const mark = await uploadPicture(shop, { width: 600, height: 600 })
  const card = await shop.app.inject('/media/card/site/1.jpg')
  expect((await change(shop, { mark: mark.path }, 1)).statusCode).toBe(200)
  expect(await pixelAt(shop, '/icon-180.png', 90, 90)).toBe('#000000')
  expect((await shop.app.inject('/favicon.svg')).body).toContain('data:image/png;base64,')
  expect((await shop.app.inject('/media/card/site/1.jpg')).headers['etag']).not.toBe(card.headers['etag'])
  expect((await shop.app.inject('/media/brand/mark.jpg')).headers['content-type']).toBe('image/jpeg')
})

test('a mark whose file is lost gives way to the letter', async () => {
  const shop = await createSchool()
  const mark = await uploadPicture(shop, { width: 300, height: 300 })
  await change(shop, { mark: mark.path }, 0)
  await shop.deps.files.remove([mark.path.replace(/-cm.*/, '/480.webp'), mark.path.replace(/-cm.*/, '/480.jpg')])
  expect((await shop.app.inject('/favicon.svg')).body).not.toContain('data:image')
  expect((await shop.app.inject('/media/brand/mark.jpg')).statusCode).toBe(404)
})

test('a picture of the brand is kept and follows its crop', async () => {
  const shop = await createSchool()
  const logo = await uploadPicture(shop, { width: 1200, height: 300 })
  await change(shop, { logo: logo.path, accent: '#7a1f3d' }, 0)
  const asContent = { headers: { ...shop.asStaff('content') } }
  expect((await shop.app.inject({ url: `/api/staff/media/${logo.id}/uses/`, ...asContent })).json()).toEqual({
    items: [{ resource: 'settings', id: 1, title: 'Brand' }],
  })
  const removed = await shop.app.inject({ method: 'DELETE', url: `/api/staff/media/${logo.id}/`, ...asContent })
  expect([removed.statusCode, removed.json()]).toMatchObject([409, { code: 'in_use' }])
  const cropped = await shop.app.inject({
    method: 'PATCH',
    url: `/api/staff/media/${logo.id}/`,
    payload: { crop: { x: 0, y: 0, width: 0.5, height: 1 } },
    headers: { ...shop.asStaff('content'), 'if-match': `"${logo.version}"` },
  })
  const { path } = cropped.json<MediaRecord>()
  expect(path).not.toBe(logo.path)
  // A setting that shows no picture stays empty.
  expect((await shop.get('/site/')).json()).toMatchObject({ logo: path, mark: null, logo_dark: null, accent: '#7a1f3d' })
  expect((await change(shop, { logo: logo.path }, 2)).statusCode).toBe(400)
  expect((await change(shop, { logo: null }, 2)).statusCode).toBe(200)
  expect((await shop.app.inject({ method: 'DELETE', url: `/api/staff/media/${logo.id}/`, ...asContent })).statusCode).toBe(200)
})
