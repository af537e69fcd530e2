import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { startRendering, ThreadLost, UnloadableError } from './rendering-thread.ts'

const settings = { publicUrl: 'http://127.0.0.1:3000', imageBaseUrl: '', checkoutUrl: 'http://127.0.0.1:1' }

/** A build whose pages say what they were given, hang until a file exists, end their thread, or fail. */
const build = (free: string) => `
  import { existsSync } from 'node:fs'
  import { threadId } from 'node:worker_threads'
  const endpoint = { path: '/courses/:id/', cacheTags: ['course:{id}'] }
  export const entry = { module: {
    createHandler: () => async (request, { transport, settings }) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/dies') process.exit()
      if (pathname === '/fails') throw new Error('no such part')
      if (pathname === '/hangs') while (!existsSync(${JSON.stringify(free)}));
      const { status, body } = await transport({ method: 'GET', path: '/courses/7/', body: undefined }, endpoint)
      const text = JSON.stringify({ thread: threadId, publicUrl: settings.publicUrl, status, body })
      return new Response('<p>' + text + '</p><script>1</script>', {
        headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=60' },
      })
    },
    canonical: async (url) => ({ url: new URL('/found' + url.pathname, url), cacheable: !url.pathname.startsWith('/uncached') }),
    deferScripts: (html) => html + 'deferred',
    lowerScriptPriority: (html) => html,
  } }`

function writeBuild() {
  const folder = makeFolder('rendering-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'build.mjs')
  const free = join(folder, 'free')
  writeFileSync(file, build(free))
  return { file, free: () => writeFileSync(free, '') }
}

async function start() {
  const { file, ...rest } = writeBuild()
  const logged: string[] = []
  const renderer = await startRendering(file, createLog({ write: (line) => logged.push(line) }))
  onTestFinished(() => renderer.stop())
  const tags: string[][] = []
  const render = (path: string) =>
    renderer.render(
      new URL(path, settings.publicUrl),
      async (_sent, given) => {
        tags.push([...given])
        return { status: 200, text: '["Cloud"]', isJson: true }
      },
      settings,
    )
  return { ...rest, renderer, render, tags, logged }
}

test('a page is rendered in another thread from the calls answered', async () => {
  const { render, renderer, tags } = await start()
  const { status, body, inline, isPublic } = await render('/home')
  const html = new TextDecoder().decode(body)
  expect([status, isPublic]).toEqual([200, true])
  expect(html).toMatch(/<\/script>deferred$/)
  const answer = JSON.parse(/<p>(.*)<\/p>/.exec(html)?.[1] ?? '') as { thread: number }
  expect(answer).toEqual({ thread: expect.any(Number), publicUrl: settings.publicUrl, status: 200, body: ['Cloud'] })
  expect(answer.thread).toBeGreaterThan(0)
  // SHA-256 of the inline script `1`.
  expect(inline).toEqual({ scripts: ['a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='], styles: [] })
  expect(tags).toEqual([['course:7']])
  const { url, cacheable } = await renderer.canonical(new URL('/uncached', settings.publicUrl), () => Promise.reject(new Error()))
  expect([url.pathname, cacheable]).toEqual(['/found/uncached', false])
})

test('a rendering that fails says why, and the next one works', async () => {
  const { render } = await start()
  await expect(render('/fails')).rejects.toThrow('no such part')
  expect((await render('/home')).status).toBe(200)
})

test('a thread that ends fails its pages and is replaced', async () => {
  const { render, logged } = await start()
  await expect(render('/dies')).rejects.toThrow(ThreadLost)
  expect(logged.join('')).toContain('the thread that renders pages has ended; the next page starts another')
  expect((await render('/home')).status).toBe(200)
})

test('pages that are not built are reported', async () => {
  await expect(startRendering('/nowhere/index.js', createLog({ write: () => undefined }))).rejects.toThrow(UnloadableError)
})

test('calls are answered while a rendering holds its thread', async () => {
  const { file, free } = writeBuild()
  const shop = await createTestApp()
  const renderer = await startRendering(file, shop.deps.log)
  const app = await buildApp(shop.deps, { renderer: async () => renderer, console: { page: async () => '' } })
  onTestFinished(async () => {
    await app.close()
    await renderer.stop()
  })
  shop.deps.responseCache.markAllStale(true)
  const first = await app.inject('/home')
  expect(first.statusCode).toBe(200)
  const held = app.inject('/uncached')
  const hanging = renderer.render(new URL('/hangs', settings.publicUrl), () => Promise.reject(new Error()), settings)
  expect((await app.inject('/api/categories/')).statusCode).toBe(200)
  expect(shop.deps.responseCache.getServable('/found/home')).toBeDefined()
  free()
  await expect(hanging).rejects.toThrow()
  expect((await held).statusCode).toBe(200)
})
