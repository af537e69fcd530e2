import Fastify from 'fastify'
import pg from 'pg'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { HttpError } from '#server/platform/errors/errors.ts'
import type { Deps } from '#server/deps.ts'
import { artworkRoutes } from './routes.ts'

const artRows: Record<string, { id: number; category?: string; name?: string }> = {
  'art_of_course 1': { id: 1, category: 'Cloud' },
  'art_of_company 2': { id: 2, name: 'Kaveri Freight Systems' },
}

/** Mounts the routes over a pool that returns `artRows`. */
function open() {
  const db = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' })
  vi.spyOn(db, 'query').mockImplementation(((query: { name: string; values: unknown[] }) => {
    const found = artRows[`${query.name} ${String(query.values[0])}`]
    return Promise.resolve({ rows: found ? [found] : [] })
  }) as typeof db.query)
  const app = Fastify()
  app.setErrorHandler((error, _, reply) => {
    if (error instanceof HttpError) return reply.code(error.status).send(error.body)
    throw error
  })
  artworkRoutes(app, { db, files: {} as Deps['files'] })
  return app
}
let app: ReturnType<typeof open>
afterEach(() => app.close())

it('serves a drawing with its type, a max-age and a CSP', async () => {
  app = open()
  const answer = await app.inject('/media/art/course/1.svg')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(answer.body).toMatch(/^<svg .*<\/svg>$/s)
})

it.each(['webp', 'avif'] as const)('serves %s at 1280 pixels', async (format) => {
  app = open()
  const answer = await app.inject(`/media/art/company/2.${format}`)
  expect(answer.headers['content-type']).toBe(`image/${format}`)
  const { width, format: read } = await sharp(answer.rawPayload).metadata()
  expect([width, read]).toEqual([1280, format === 'avif' ? 'heif' : 'webp'])
})

it('answers 304 for a known tag and tags each format separately', async () => {
  app = open()
  const { etag } = (await app.inject('/media/art/course/1.svg')).headers
  const again = await app.inject({ url: '/media/art/course/1.svg', headers: { 'if-none-match': `W/${String(etag)}` } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await app.inject({ url: '/media/art/course/1.webp', headers: { 'if-none-match': String(etag) } })
  expect(other.statusCode).toBe(200)
})

it.each([
  'course/2.svg',
  'statue/1.svg',
  'course/1.png',
  'course/0.svg',
  'course/01.svg',
  'course/1',
  'course/99999999999.svg',
  'constructor/1.svg',
])('answers 404 for %s', async (path) => {
  app = open()
  const answer = await app.inject(`/media/art/${path}`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not_found', message: 'Not found.', detail: 'Not found.' })
})
