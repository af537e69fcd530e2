import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from './shop.ts'
import { expectSmallJpeg, pagesOutOfSearch, publicPaths } from './site-paths.ts'

test('the Nu checker finds no HTML errors', async ({ request, baseURL }, testInfo) => {
  test.skip(spawnSync('java', ['-version']).status !== 0, 'there is no Java on this machine')
  test.setTimeout(180_000)
  const folder = testInfo.outputPath('pages')
  mkdirSync(folder, { recursive: true })
  for (const [index, path] of [
    ...(await publicPaths(request, baseURL)),
    '/login',
    '/register',
    '/search?q=cloud',
    ...pagesOutOfSearch,
  ].entries()) {
    writeFileSync(`${folder}/${index}${path.replace(/\W+/g, '-')}.html`, await (await request.get(path)).text())
  }
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
  const { stdout, stderr } = spawnSync(
    'java',
    ['-jar', jar, '--format', 'json', '--errors-only', '--stdout', '--exit-zero-always', folder],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  expect(stderr).toBe('')
  const { messages } = JSON.parse(stdout) as { messages: { url: string; message: string; extract?: string }[] }
  expect(messages.map(({ url, message, extract }) => `${url.split('/').at(-1)}: ${message} ${extract ?? ''}`)).toEqual([])
})

test('the share picture of each public page is a small JPEG', async ({ request, baseURL }) => {
  test.setTimeout(180_000)
  for (const path of await publicPaths(request, baseURL)) {
    const html = await (await request.get(path)).text()
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    await expectSmallJpeg(request, picture)
  }
})
