import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { changeBatch } from '#tests/school/change-batch.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse, startBatch } from '#tests/school/sell-course.ts'

it('lists each public page once with the day it changed', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db)
  await shop.db.query(
    `insert into blogs (id, slug, title, category, author, excerpt, content, published_on)
     values (1, 'one', 'One', 'Cloud', 'A', 'E', '{Text}', current_date - 2), (2, 'two', 'Two', 'Cloud', 'A', 'E', '{Text}', current_date + 9)`,
  )
  await shop.db.query(
    `insert into utility_items (id, utils_type, title, content) values (9, 'SERV', 'Help', '[]'), (10, 'POL', 'Cookies', '[]')`,
  )
  await shop.db.query(
    `insert into policy_versions (policy_id, title, content, effective_on, publication)
     values (4, 'Terms', '[]', current_date - 1, 'published'), (5, 'Privacy', '[]', current_date + 2, 'published'),
            (10, 'Cookies', '[]', current_date - 1, 'published')`,
  )
  await changeBatch(shop, batchId, { capacity: 9 })
  const xml = (await shop.app.inject('/sitemap.xml')).body
  const paths = [...xml.matchAll(/<loc>http:\/\/127\.0\.0\.1:3000([^<]+)<\/loc>/g)].map(([, path]) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toEqual(
    expect.arrayContaining(['/home', `/courses/${courseId}`, '/blog/1', '/terms', '/service/9', '/policy/10', '/ProjectsList']),
  )
  expect(paths).not.toEqual(expect.arrayContaining(['/blog/2']))
  expect(paths, 'a policy of a later day').not.toContain('/privacy-policy')
  expect(paths.join()).not.toMatch(/policy\/4|login|profile|payment|verify|videos/)
  const { rows } = await shop.db.query<{ at: Date }>(`select updated_at as at from batches where id = $1`, [batchId])
  expect(new RegExp(`/courses/${courseId}</loc><lastmod>([^<]+)`).exec(xml)?.[1]).toBe(rows[0]?.at.toISOString())
})

it('beyond 50,000 addresses the sitemap is an index of parts', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  expect((await shop.app.inject('/sitemap-1.xml')).body).toBe((await shop.app.inject('/sitemap.xml')).body)
  await shop.db.query(
    `begin; set local session_replication_role = replica;
     insert into blogs (id, slug, title, category, author, excerpt, content, published_on)
     select n, 'b' || n, 'B', 'Cloud', 'A', 'E', '{Text}', current_date - 2 from generate_series(1, 50000) n; commit`,
  )
  shop.deps.responseCache.markAllStale(false)
  const index = (await shop.app.inject('/sitemap.xml')).body
  expect(index).toContain('<sitemapindex ')
  const parts = [...index.matchAll(/<loc>http:\/\/127\.0\.0\.1:3000([^<]+)<\/loc>/g)].map(([, path = '']) => path)
  expect(parts).toEqual(['/sitemap-1.xml', '/sitemap-2.xml'])
  const found = new Set<string>()
  const sizes: number[] = []
  for (const part of parts) {
    const { body } = await shop.app.inject(part)
    const paths = [...body.matchAll(/<loc>http:\/\/127\.0\.0\.1:3000([^<]+)<\/loc>/g)].map(([, path = '']) => path)
    sizes.push(paths.length)
    for (const path of paths) found.add(path)
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50_000)
  expect(found.size, 'no address stands in two parts').toBe(sizes[0]! + sizes[1]!)
  for (const path of ['/home', `/courses/${courseId}`, '/blog/1', '/blog/50000']) expect(found).toContain(path)
  for (const path of ['/sitemap-3.xml', '/sitemap-0.xml', '/sitemap-x.xml'])
    expect((await shop.app.inject(path)).statusCode, path).toBe(404)
})

it('hides unpublished content from sitemap, feed and cards', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  await shop.db.query(`update courses set publication = 'draft'`)
  expect((await shop.app.inject('/sitemap.xml')).body).not.toContain(`/courses/${courseId}`)
  expect((await shop.app.inject(`/media/card/course/${courseId}.jpg`)).statusCode).toBe(404)
})

it('lists escaped articles as Atom, newest first', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into blogs (slug, title, category, author, excerpt, content, blocks, published_on)
     values ('old', 'Old & <b>bold</b>', 'Cloud', 'Asha', 'E', '{Text}', $1, current_date - 9),
            ('new', 'New', 'Cloud', 'Asha', 'E', '{Text}', '[]', current_date - 2),
            ('later', 'Later', 'Cloud', 'Asha', 'E', '{Text}', '[]', current_date + 2)`,
    [JSON.stringify([{ type: 'paragraph', text: [{ text: '<script>alert(1)</script> ]]>' }] }])],
  )
  const answer = await shop.app.inject('/blogs.atom')
  expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect([...answer.body.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title).slice(1)).toEqual([
    'New',
    'Old &amp; &lt;b&gt;bold&lt;/b&gt;',
  ])
  expect(answer.body).not.toContain('<script>')
  expect(answer.body).toContain('<link rel="self" href="http://127.0.0.1:3000/blogs.atom"/>')
})

it('returns a valid feed for hostile text [SEC-042]', async () => {
  const shop = await createTestApp()
  // Characters that PostgreSQL stores but XML forbids, and XML markup.
  const hostile = `\u0001\u0008\u000b\u001f\u007f\ufffe\uffff ]]> ]]]]>> <![CDATA[ <!-- --> & &amp; &#0; "'<x y="z"> 🙂`
  const site = { ...(await readSiteSettings(shop)), brand: hostile, tagline: hostile }
  await shop.db.query('insert into site_settings (settings) values ($1)', [JSON.stringify(site)])
  await shop.db.query(
    `insert into blogs (slug, title, category, author, excerpt, content, blocks, published_on)
     values ('a', $1, $1, $1, $1, array[$1, $1], $2, current_date - 1)`,
    [
      hostile,
      JSON.stringify([
        { type: 'paragraph', text: [{ text: hostile, link: `/${hostile}` }] },
        {
          type: 'list',
          ordered: true,
          items: [{ text: [{ text: hostile }], list: { ordered: false, items: [[{ text: hostile }]] } }],
        },
        { type: 'table', header: true, rows: [[[{ text: hostile }]]] },
        { type: 'quote', text: [], source: hostile },
        { type: 'code', language: null, code: hostile },
        { type: 'image', path: `media/${hostile}`, width: 1, height: 1, alt: hostile, caption: hostile },
      ]),
    ],
  )
  const xml = (await shop.app.inject('/blogs.atom')).body
  expect(xml).toContain('🙂')
  expect([...xml].filter((character) => !/[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(character))).toEqual([])
  expect(xml).not.toContain(']]>')
  const parts =
    /<\?xml[^>]*\?>|<\/?[\w:]+(?:\s+[\w:]+="(?:[^"<&]|&(?:amp|lt|gt|quot|apos);)*")*\s*\/?>|&(?:amp|lt|gt|quot|apos);/g
  expect(xml.replaceAll(parts, '')).not.toMatch(/[<&]/)
})

it('robots.txt names the sitemap and disallows the API', async () => {
  const shop = await createTestApp()
  const answer = await shop.app.inject('/robots.txt')
  expect(answer.body).toBe('User-agent: *\nDisallow: /api/\n\nSitemap: http://127.0.0.1:3000/sitemap.xml\n')
})

it('draws a new course card when price or date changes', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db, { discounts: [{ value: '10%' }] })
  const card = () => shop.app.inject(`/media/card/course/${courseId}.jpg?v=any`)
  const first = await card()
  expect(first.headers['content-type']).toBe('image/jpeg')
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(first.rawPayload.length).toBeLessThan(300 * 1024)
  await shop.db.query('update courses set price_paise = 9900000 where id = $1', [courseId])
  const second = await card()
  expect(second.headers['etag']).not.toBe(first.headers['etag'])
  await startBatch(shop.db, batchId, '13 days')
  const third = await card()
  expect(third.headers['etag']).not.toBe(second.headers['etag'])
  const again = await shop.app.inject({
    url: `/media/card/course/${courseId}.jpg`,
    headers: { 'if-none-match': String(third.headers['etag']) },
  })
  expect(again.statusCode).toBe(304)
})

it('answers 404 for the card of a missing record', async () => {
  const shop = await createTestApp()
  for (const path of [
    'course/1.jpg',
    'company/1.jpg',
    '__proto__/1.jpg',
    'course/0.jpg',
    'course/1.png',
    'course/99999999999.jpg',
  ]) {
    expect((await shop.app.inject(`/media/card/${path}`)).statusCode, path).toBe(404)
  }
  expect((await shop.app.inject('/media/card/site/1.jpg')).statusCode).toBe(200)
})
