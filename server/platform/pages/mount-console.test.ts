import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { handleErrors } from '#server/platform/http/plugins/errors.ts'
import { mountConsole } from './mount-console.ts'

/** The console alone, with one asset. */
async function consoleWith(config: { imageBaseUrl?: string; s3Url?: string } = {}) {
  const { deps } = await createTestApp()
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'index-abc.js'), 'void 0')
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  onTestFinished(() => app.close())
  handleErrors(app)
  const files = { page: async () => '<!doctype html>', assetsFolder: join(folder, 'assets') }
  await mountConsole(app, { ...deps, config: { ...deps.config, ...config } }, files)
  return app
}

test.each(['/console', '/console/', '/console/companies/12/edit'])('answers the page of the console at %s', async (url) => {
  const answer = await (await consoleWith()).inject(url)
  expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html>'])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
})

test('allows no inline script or style and no frame', async () => {
  const app = await consoleWith({ imageBaseUrl: 'https://pictures.example/a', s3Url: 'https://bucket.example' })
  const policy = String((await app.inject('/console')).headers['content-security-policy'])
  expect(policy).not.toContain('unsafe')
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob: https://pictures.example https://bucket.example",
    ]),
  )
})

test('serves assets for a year and answers 404 for others', async () => {
  const app = await consoleWith()
  const found = await app.inject('/console/assets/index-abc.js')
  expect([found.statusCode, found.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  for (const url of ['/console/assets/index-old.js', '/console/assets/', '/console/assets/../index.html']) {
    expect((await app.inject(url)).headers['content-type'], url).not.toContain('javascript')
  }
  expect((await app.inject('/console/assets/index-old.js')).statusCode).toBe(404)
})
