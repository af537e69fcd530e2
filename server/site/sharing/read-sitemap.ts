import { type Page, pageList, pathTo, policyPath } from '#contract/pages.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { xmlText } from './xml-text.ts'

/** The records that date the pages of contract/pages.ts. */
type Source = Exclude<Page['sitemap'], 'none' | undefined>

interface PublicRecord {
  source: Source
  id: number
  changed_at: Date
}

/** Records in a part. A sitemap has at most 50,000 addresses, and the first part has the lists too. */
const recordsOfPart = 49_900

const listPublicRecords = statement<PublicRecord>(
  'list_public_records',
  `select * from (
     select 'courses' as source, c.id, greatest(c.updated_at, max(b.updated_at)) as changed_at
     from courses c left join batches b on b.course_id = c.id where c.published group by c.id
     union all
     select 'services', id, updated_at from utility_items where utils_type <> 'POL' and publication = 'published'
     union all
     select 'policies', policy_id, max(updated_at) from policy_versions
     where publication = 'published' and effective_on <= (app_now() at time zone 'Asia/Kolkata')::date group by policy_id
     union all
     select 'blogs', id, updated_at from blogs where publication = 'published' and published_on <= (app_now() at time zone 'Asia/Kolkata')::date
   ) records
   order by source, id offset $1 limit ${recordsOfPart}`,
)
const publicRecordsCount = statement<{ count: string }>(
  'public_records_count',
  `select (select count(*) from courses where published)
     + (select count(*) from utility_items where utils_type <> 'POL' and publication = 'published')
     + (select count(distinct policy_id) from policy_versions
        where publication = 'published' and effective_on <= (app_now() at time zone 'Asia/Kolkata')::date)
     + (select count(*) from blogs where publication = 'published' and published_on <= (app_now() at time zone 'Asia/Kolkata')::date) as count`,
)
/** A list page changes with each of its records, including records published later. */
const readListChanges = statement<{ source: Source; changed_at: Date | null }>(
  'read_list_changes',
  `select 'courses' as source, greatest(max(c.updated_at), max(b.updated_at)) as changed_at
   from courses c left join batches b on b.course_id = c.id where c.published
   union all
   select 'blogs', max(updated_at) from blogs
   union all
   select 'resources', max(updated_at) from utility_items where utils_type = 'RES'`,
)

interface Entry {
  path: string
  changedAt: Date | null
}

/** Returns the sitemap, or an index of its parts when it is too large for one file (sitemap protocol 0.9). */
export async function readSitemap(deps: Deps, visitor: Visitor): Promise<string> {
  const parts = await countParts(deps)
  if (parts === 1) return (await readSitemapPart(deps, visitor, 1)) ?? ''
  const urls = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${xmlText(deps.config.publicUrl)}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return document('sitemapindex', urls)
}

/** Returns a part of the canonical addresses of all public pages; undefined for a number without one. */
export async function readSitemapPart(deps: Deps, _visitor: Visitor, part: number): Promise<string | undefined> {
  if (part > (await countParts(deps))) return undefined
  const [records, changes] = await Promise.all([
    rows(deps.db, listPublicRecords, [(part - 1) * recordsOfPart]),
    part === 1 ? rows(deps.db, readListChanges) : null,
  ])
  const ofSource = Map.groupBy(records, ({ source }) => source)
  const entries = pageList.flatMap((page): Entry[] => {
    if (page.sitemap === undefined) return []
    if (page.path.includes(':')) {
      return (page.sitemap === 'none' ? [] : (ofSource.get(page.sitemap) ?? [])).map(({ id, changed_at }) => ({
        path: page.name === 'policy' ? policyPath(id) : pathTo(page.name, id),
        changedAt: changed_at,
      }))
    }
    if (!changes) return []
    return [{ path: page.path, changedAt: changes.find(({ source }) => source === page.sitemap)?.changed_at ?? null }]
  })
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${xmlText(deps.config.publicUrl + path)}</loc>${changed}</url>`
  })
  return document('urlset', urls)
}

async function countParts({ db }: Deps): Promise<number> {
  const { count } = await one(db, publicRecordsCount)
  return Math.max(1, Math.ceil(Number(count) / recordsOfPart))
}

function document(root: string, items: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...items,
    `</${root}>`,
    '',
  ].join('\n')
}
