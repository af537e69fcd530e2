import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { pageList, pathTo } from '#contract/pages.ts'
import { transaction } from '#server/platform/db/query.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { setActor } from '#server/platform/db/set-actor.ts'
import { firstSettings } from '#server/platform/settings/site-settings.ts'
import { createTestApp } from './create-test-app.ts'
import { openOutside } from '#tests/faults/open-outside.ts'
import { spawnServer } from '#tests/faults/spawn-server.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { tradeWordsIn } from '#tests/security/trade-words.ts'

interface Answer {
  path: string
  status: number
  text: string
}

/** Runs the server on a database without content, unless `fill` adds it. Returns how to read a path, with redirects followed. */
async function openSchool(fill?: (db: pg.Pool) => Promise<void>) {
  const database = await createDatabase()
  onTestFinished(database.drop)
  if (fill) {
    const db = new pg.Pool({ connectionString: database.url })
    await fill(db).finally(() => db.end())
  }
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
  const read = await openSchool()
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

test('pages of a school say nothing of another trade', { timeout: 120_000 }, async () => {
  const read = await openSchool(async (db) => {
    await loadDemo(db, new Date())
    await teachMathematics(db)
  })
  const list = await read('/sitemap.xml')
  const paths = [...list.text.matchAll(/<loc>[^<]*?:\/\/[^/<]+([^<]+)<\/loc>/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(withoutRecord.length + 20)
  // A policy in effect can't be changed, so those of the demo stay.
  const isPolicy = (path: string) => pageList.some(({ policyId, ...page }) => policyId !== undefined && page.path === path)
  const all = [...withoutRecord.map(({ name }) => pathTo(name)), ...paths, '/trial/0', '/no-such-page']
  const spoken: Record<string, string[]> = {}
  for (const path of new Set(all.filter((one) => !isPolicy(one) && !one.startsWith('/policy/')))) {
    const found = tradeWordsIn(wordsOf((await read(path)).text))
    if (found.length > 0) spoken[path] = found
  }
  expect(spoken).toEqual({})
})

/** Makes the demo a school of mathematics: its settings are those of a new school, and each text of its content is another. */
async function teachMathematics(db: pg.Pool): Promise<void> {
  const settings = { ...firstSettings, brand: 'Ganit', legal_name: 'Ganit Trust', subjects: 'algebra and geometry' }
  await transaction(db, async (tx) => {
    await setActor(tx, ['system', null])
    await tx.query('update site_settings set settings = $1', [JSON.stringify(settings)])
    await tx.query(`update class_sessions set topic = 'Sets', module = 'Logic', prepare = ''`)
    await tx.query(`update recordings set title = 'Sets'`)
    await tx.query(`update reviews set text = 'Every proof was clear to me.'`)
    for (const table of contentTables) {
      const { rows: columns } = await tx.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_name = $1 and data_type in ('text', 'ARRAY', 'jsonb') and is_generated = 'NEVER' and column_name <> all ($2)`,
        [table, readByMachines],
      )
      const names = columns.map(({ name }) => name)
      const { rows: records } = await tx.query(`select id, ${names.join(', ')} from ${table}`)
      await tx.query(
        `update ${table} t set ${names.map((name) => `${name} = o.${name}`).join(', ')}
         from jsonb_populate_recordset(null::${table}, $1::jsonb) o where o.id = t.id`,
        [JSON.stringify(records.map(otherTexts))],
      )
    }
  })
}

const contentTables = ['courses', 'instructors', 'utility_items', 'projects', 'blogs', 'companies', 'testimonials']
/** Columns whose text is not for readers, or of which the database allows a few. */
const readByMachines = [
  'slug',
  'utils_type',
  'publication',
  'image',
  'portrait',
  'discounts',
  'certificate_rule',
  'calendar',
  'website',
  'preview_url',
  'live_url',
  'links',
]

let texts = 0
function otherTexts(value: unknown): unknown {
  if (typeof value === 'string' && value !== '') return `Algebra ${(texts += 1)}`
  if (Array.isArray(value)) return value.map(otherTexts)
  if (typeof value !== 'object' || value === null) return value
  // A curriculum has the names of its modules as keys.
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [/^[A-Z]/.test(key) ? otherTexts(key) : key, otherTexts(one)]),
  )
}

/** What a person or a search engine reads of a document. */
const wordsOf = (html: string) =>
  [
    html.replaceAll(/<script\b(?![^>]*ld\+json).*?<\/script>|<style\b.*?<\/style>|<!--.*?-->/gs, '').replaceAll(/<[^>]+>/g, '\n'),
    ...[...html.matchAll(/\b(?:content|alt|placeholder|aria-label|title)="([^"]*)"/g)].map(([, text = '']) => text),
  ].join('\n')

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
