import { expect, onTestFinished, test } from 'vitest'
import { pageList, pathTo } from '#contract/pages.ts'
import { createTestApp } from './create-test-app.ts'
import { openOutside } from './faults/open-outside.ts'
import { spawnServer } from './faults/spawn-server.ts'
import { createDatabase } from './postgres/database.ts'

interface Answer {
  path: string
  status: number
  text: string
}

/** Runs the server on a database without content. Returns how to read a path, with redirects followed. */
async function openEmptySchool() {
  const database = await createDatabase()
  onTestFinished(database.drop)
  const { url } = await spawnServer({ databaseUrl: database.url, ...(await openOutside()) })
  return async (path: string): Promise<Answer> => {
    const answer = await fetch(url + path)
    return { path, status: answer.status, text: await answer.text() }
  }
}

const publicPages = pageList.filter(({ layout, name }) => layout === 'public' && name !== 'not-found')
const withoutRecord = publicPages.filter(({ path, policyId }) => !path.includes(':') && policyId === undefined)
const withRecord = publicPages.filter((page) => !withoutRecord.includes(page))

test('an empty school shows no empty part and no broken link', { timeout: 60_000 }, async () => {
  const read = await openEmptySchool()
  const checked = new Set<string>()
  const waiting = withoutRecord.map(({ name }) => pathTo(name))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (checked.has(path)) continue
    checked.add(path)
    const { status, text } = await read(path)
    expect(status, path).toBe(200)
    expect(flawsOf(text), path).toEqual([])
    waiting.push(...linksOf(text))
  }
  expect(checked.size).toBeGreaterThan(withoutRecord.length)

  for (const { name, path } of withRecord) {
    const { status, text } = await read(pathTo(name, path.includes(':') ? 1 : undefined))
    expect(status, path).toBe(404)
    expect(flawsOf(text), path).toEqual([])
    expect(linksOf(text).length, path).toBeGreaterThan(5)
  }
})

test('files and public calls of an empty school name no record', async () => {
  const shop = await createTestApp()
  const read = async (url: string) => {
    const { statusCode: status, body: text } = await shop.app.inject(url)
    return { status, text }
  }
  const sitemap = await read('/sitemap.xml')
  const listed = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(listed).toEqual(publicPages.flatMap((page) => (page.sitemap && !page.path.includes(':') ? [page.path] : [])))
  expect(await read('/robots.txt')).toMatchObject({ status: 200, text: expect.stringContaining('/sitemap.xml') })
  const feed = await read('/blogs.atom')
  expect([feed.status, feed.text.includes('<entry>')]).toEqual([200, false])
  for (const list of ['courses', 'instructors', 'utils', 'projects', 'blogs', 'testimonials']) {
    expect(await read(`/api/${list}/`), list).toEqual({ status: 200, text: '[]' })
  }
  for (const page of ['utility-page', 'project-page', 'blog-page', 'companies']) {
    expect(JSON.parse((await read(`/api/${page}/`)).text), page).toEqual({ items: [], next: null })
  }
  expect(JSON.parse((await read('/api/search/?q=sql')).text)).toEqual({
    results: [],
    counts: { course: 0, service: 0, resource: 0, blog: 0 },
    next: null,
  })
  expect(JSON.parse((await read('/api/site/')).text)).toMatchObject({ brand: 'Karyashala', offerings: [], outcomes: [] })
})

/** Parts of a document that stand for content that is missing. */
function flawsOf(html: string): string[] {
  const markup = html.replaceAll(/<script\b.*?<\/script>|<style\b.*?<\/style>|<!--.*?-->/gs, '')
  const shown = markup.replaceAll(/<[^>]+>/g, '\n')
  return [
    ...matches(markup, /<(ul|ol|dl|dd|li|table|section|nav|h1|h2|h3|p|a|button|address)\b[^>]*>\s*<\/\1>/g),
    ...matches(markup, /(?:href|src)="(?:mailto:|tel:|#?)"/g),
    ...matches(shown, /\b(?:undefined|null|NaN|Invalid Date)\b/g),
    ...matches(html, /"(?:itemListElement|mainEntity)":\[\]/g),
  ]
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([found]) => found)

/** Paths of pages of the site that a document links to. */
function linksOf(html: string): string[] {
  const targets = [...html.matchAll(/<a\b[^>]*\bhref="(\/[^"#?]*)/g)].map(([, path = '']) => path)
  return [...new Set(targets)]
}
