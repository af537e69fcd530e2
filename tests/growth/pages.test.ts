import { brotliCompressSync, constants } from 'node:zlib'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { pageList, pathTo } from '#contract/pages.ts'
import { buildApp } from '#server/app.ts'
import { loadPages } from '#server/platform/pages/load-pages.ts'
import { fillSchool } from '../../bench/growth/fill-school.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { endWithFile } from '#tests/runner/end-with-file.ts'
import { openClient } from './open-client.ts'

/** Bytes of a compressed page. */
const limit = 40 * 1024

/** Words of random letters, which compress less than a language does. */
const text = (count: number, seed: string) =>
  `(select string_agg(substr(md5((${seed} * 1009 + i)::text), 1, 3 + i % 5), ' ') from generate_series(1, ${count}) i)`

const catalogue = new Set(['staff', 'instructors', 'courses', 'batches', 'batch_patterns'])

/**
 * Fills a school with 600 courses, 3,000 batches and hundreds of everything else that a page lists. No page lists classes, so a tenth of the
 * batches has some; those of all were most of the time.
 */
async function fill(client: pg.ClientBase): Promise<void> {
  await fillSchool(client, 600, undefined, catalogue)
  await fillSchool(client, 60, undefined, new Set(['class_sessions']))
  await client.query(`
    set session_replication_role = replica;
    update courses set title = 'Review of ' || ${text(4, 'id')}, description = ${text(22, 'id * 7')}, overview = ${text(150, 'id * 3')};
    update courses set category = 'Field ' || id % 60 where id > 300;
    update instructors set bio = ${text(12, 'id')}, background = ${text(9, 'id * 5')};
    insert into blogs (title, slug, category, author, excerpt, content, published_on, publication, blocks)
      select 'A queue of ' || ${text(6, 'n')}, 'blog-' || n, 'Cloud', 'Asha Patil', ${text(20, 'n * 11')}, array[${text(120, 'n * 13')}], current_date - n,
        'published', '[]' from generate_series(1, 400) n;
    insert into utility_items (id, utils_type, title, summary, content, publication)
      select 10 + n, case n % 2 when 0 then 'SERV' else 'RES' end, ${text(5, 'n')}, ${text(15, 'n * 17')},
        '[{"title":"Begin","description":"Read."}]', 'published' from generate_series(1, 600) n;
    insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
      select ${text(3, 'n')} || ' ' || n, 'Software', 'Pune', ${text(20, 'n * 19')}, true, true from generate_series(1, 400) n;
    insert into projects (title, category, content, publication)
      select ${text(6, 'n')}, 'Web', ${text(40, 'n * 23')}, 'published' from generate_series(1, 400) n;
    insert into testimonials (name, role, course, quote, consent, publication, completed_on, consented_on)
      select 'Ritu S.', 'Engineer', ${text(4, 'n')}, ${text(30, 'n * 29')}, true, 'published', current_date - 9, current_date - 1
      from generate_series(1, 400) n;
    insert into policy_versions (policy_id, title, content, effective_on, publication)
      select n, 'Policy', '[]', current_date - 1, 'published' from generate_series(4, 6) n;
    select search_index('{course}', array(select id from courses)), search_index('{service,resource}', array(select id from utility_items)),
      search_index('{blog}', array(select id from blogs));
    set session_replication_role = origin;
    analyze;`)
}

/** Lists of several pages. Each page has a link to the next one. */
const paged = [
  '/courses',
  '/courses?category=cloud',
  '/newbatches',
  '/newbatches?category=cloud',
  '/blogs',
  '/resources',
  '/ProjectsList',
  '/companies',
  '/search?q=review',
  '/search?q=queue&kind=blog',
]

/** Every public page that has content. */
const paths = [
  ...pageList
    .filter(({ layout, redirect, name }) => layout === 'public' && !redirect && !/^(not-found|verify|trial|policy)$/.test(name))
    .map(({ name, path }) => pathTo(name, path.includes(':') ? 12 : undefined)),
  '/policy/4',
  '/courses/12?tab=batches',
  '/courses?category=cloud',
  '/newbatches?category=cloud',
  '/newbatches?days=weekday&time=evening',
  '/newbatches?compare=2400,2401,2402',
  '/service/13',
  '/search?q=review',
  '/search?q=queue&kind=blog',
]

/** The address of the link to the next page; empty without one. */
const nextOf = (page: string) => (/<a [^>]*href="([^"]*)"[^>]*>\s*Show more/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')

/** A category and a search repeat records of other pages. */
const canonicalOf = (path: string) => (/category=|q=/.test(path) ? path.replace(/\?.*/, '') : path)

const onFinished = endWithFile()
let read: (path: string) => Promise<{ status: number; body: string; size: number }>

// The sizes prove the rule, however long the machine takes. The limit ends a set-up that hangs.
beforeAll(async () => {
  const shop = await createTestApp({ onFinished })
  await fill(await openClient(shop, onFinished))
  const app = await buildApp(shop.deps, await loadPages(shop.deps.config, shop.deps.log))
  read = async (path) => {
    const { statusCode, rawPayload, body } = await app.inject(path)
    // As `pack` of the response cache compresses.
    return {
      status: statusCode,
      body,
      size: brotliCompressSync(rawPayload, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length,
    }
  }
  onFinished(() => app.close())
}, 600_000)

test.each(paths)('%s of a grown catalogue is under 40 KB', async (path) => {
  const page = await read(path)
  expect(page.status).toBe(200)
  expect(page.size).toBeLessThanOrEqual(limit)
  if (!paged.includes(path)) return
  const next = nextOf(page.body)
  expect(next).not.toBe('')
  const second = await read(next)
  expect(second.status, next).toBe(200)
  expect(second.size, next).toBeLessThanOrEqual(limit)
  expect(nextOf(second.body), next).not.toBe(next)
  expect(second.body, 'canonical address of the next page').toContain(
    `rel="canonical" href="http://127.0.0.1:3000${canonicalOf(next)}"`,
  )
})
