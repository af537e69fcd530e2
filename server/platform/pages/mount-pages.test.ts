import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { listCourses } from '#contract/catalog/catalog.ts'
import { createClient, type Transport } from '#contract/client.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { buildApp } from '#server/app.ts'
import { createRenderer } from './page-renderer.ts'

/** An application whose pages are rendered when the test lets them. Each page is its path, and `/uncached` are not cached. */
async function openPages() {
  const shop = await createTestApp()
  const running = new Set<string>()
  let most = 0
  let { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const entry = {
    createHandler:
      () =>
      async (request: Request, { transport }: { transport: Transport }) => {
        const { pathname } = new URL(request.url)
        if (pathname === '/courses') await createClient(transport)(listCourses).catch(() => undefined)
        running.add(pathname)
        most = Math.max(most, running.size)
        await allowed
        running.delete(pathname)
        return new Response(pathname, { headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=60' } })
      },
    canonical: async (url: URL) => ({ url, cacheable: !url.pathname.startsWith('/uncached') }),
    deferScripts: (html: string) => html,
    lowerScriptPriority: (html: string) => html,
  }
  const renderer = createRenderer({ entry: { module: entry } } as unknown as ServerBuild, { development: false })
  const clientFolder = makeFolder('pages-')
  mkdirSync(join(clientFolder, 'assets'))
  for (const file of ['mark.svg', 'assets/site-1a2b.js', 'assets/site-1a2b.js.br']) writeFileSync(join(clientFolder, file), file)
  const app = await buildApp(shop.deps, {
    renderer: async () => renderer,
    clientFolder,
    console: { page: async () => '', assetsFolder: join(clientFolder, 'assets') },
  })
  onTestFinished(async () => {
    await app.close()
    rmSync(clientFolder, { recursive: true })
  })
  return {
    ...shop,
    get: (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers }),
    most: () => most,
    running: () => running.size,
    /** Asks for so many pages that the first of those that would wait for more than three seconds is refused. */
    async fill() {
      const answers = Array.from({ length: 300 }, (_, index) => app.inject({ url: `/page-${index}` }))
      const refused = await Promise.race(answers)
      expect(refused.statusCode).toBe(503)
      expect(running.size).toBe(6)
      return { answers, refused }
    },
    allow: () => allow(),
    hold: () => ({ promise: allowed, resolve: allow } = Promise.withResolvers<void>()),
  }
}

test('pages of the school go before addresses that somebody made [SEC-140]', async () => {
  const pages = await openPages()
  const { answers, refused } = await pages.fill()
  expect([refused.headers['retry-after'], refused.json().code]).toEqual(['5', 'unavailable'])
  const known = ['/home', '/courses', '/newbatches'].map((path) => pages.get(path))
  await expect.poll(() => pages.running()).toBe(8)
  const page = await pages.get('/one-too-many?q=<b>', { accept: 'text/html' })
  expect([page.statusCode, page.headers['refresh'], page.headers['cache-control']]).toEqual([503, '4', 'no-store'])
  expect(page.body).toContain('Trying again')
  expect(page.body).not.toContain('<b>')
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page.body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
  pages.allow()
  expect((await Promise.all(known)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]))
  expect(pages.most()).toBe(8)
  expect((await pages.get('/one-too-many')).body).toBe('/one-too-many')
})

test('sends a stale page while too many renderings wait [SEC-140]', async () => {
  const pages = await openPages()
  pages.allow()
  await pages.get('/read')
  pages.hold()
  const { answers } = await pages.fill()
  pages.deps.responseCache.markAllStale(true)
  const stale = await pages.get('/read')
  expect([stale.statusCode, stale.body]).toEqual([200, '/read'])
  pages.allow()
  await Promise.all(answers)
})

test('a page of outdated parts leaves the one before it known [SEC-080]', async () => {
  const pages = await openPages()
  const { responseCache } = pages.deps
  pages.allow()
  await pages.get('/courses')
  // The next rendering finds a database that does not answer, and the answer that was known before.
  pages.deps.db.connect = pages.deps.db.query = () => Promise.reject(new Error('Query read timeout'))
  responseCache.markAllStale(false)
  expect((await pages.get('/courses')).statusCode).toBe(200)
  expect(responseCache.lastKnown('/courses')?.plain.toString()).toBe('/courses')
})

test('compresses a page that is not cached', async () => {
  const pages = await openPages()
  pages.allow()
  const path = `/uncached/${'long'.repeat(300)}`
  const small = await pages.get(path, { 'accept-encoding': 'gzip, br' })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding', 'cache-control': 'no-store' })
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(path)
  const zipped = await pages.get(path, { 'accept-encoding': 'gzip' })
  expect([zipped.headers['content-encoding'], gunzipSync(zipped.rawPayload).toString()]).toEqual(['gzip', path])
  for (const whole of [await pages.get(path), await pages.get('/uncached', { 'accept-encoding': 'br' })]) {
    expect(whole.headers['content-encoding']).toBeUndefined()
    expect(whole.body).toMatch(/^\/uncached/)
  }
})

test('serves hashed files for a year, others for an hour', async () => {
  const pages = await openPages()
  const answer = await pages.get('/assets/site-1a2b.js', { 'accept-encoding': 'br' })
  expect([answer.body, answer.headers['content-encoding'], answer.headers['cache-control']]).toEqual([
    'assets/site-1a2b.js.br',
    'br',
    'public, max-age=31536000, immutable',
  ])
  expect((await pages.get('/assets/site-1a2b.js')).body).toBe('assets/site-1a2b.js')
  expect((await pages.get('/console/assets/site-1a2b.js')).body).toBe('assets/site-1a2b.js')
  expect((await pages.get('/mark.svg')).headers['cache-control']).toBe('public, max-age=3600')
})

test.each(['/assets/', '/assets/nothing-1a2b.js', '/assets/..%2fmark.svg', '/assets/a/b.js'])(
  'shows a page at %s, which is no file',
  async (path) => {
    const pages = await openPages()
    pages.allow()
    const answer = await pages.get(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html'])
  },
)
