import { type Page, pageList, pathTo, policyPath } from '#contract/pages.ts'
import type { Visitor } from '../auth/principal.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { xmlText } from './xml-text.ts'

/** The records that date the pages of contract/pages.ts. */
type Source = Exclude<Page['sitemap'], 'none' | undefined>

interface PublicRecord {
  source: Source
  id: number
  changed_at: Date
}

const listPublicRecords = statement<PublicRecord>(
  'list_public_records',
  `select 'courses' as source, c.id, greatest(c.updated_at, max(b.updated_at)) as changed_at
   from courses c left join batches b on b.course_id = c.id where c.published group by c.id
   union all
   select 'services', id, updated_at from utility_items where utils_type <> 'POL' and publication = 'published'
   union all
   select 'policies', policy_id, max(updated_at) from policy_versions
   where publication = 'published' and effective_on <= (app_now() at time zone 'Asia/Kolkata')::date group by policy_id
   union all
   select 'blogs', id, updated_at from blogs where publication = 'published' and published_on <= (app_now() at time zone 'Asia/Kolkata')::date
   order by source, id`,
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

/** Returns the canonical addresses of all public pages (sitemap protocol 0.9). */
export async function readSitemap(deps: Deps, _visitor: Visitor): Promise<string> {
  const [records, changes] = await Promise.all([rows(deps.db, listPublicRecords), rows(deps.db, readListChanges)])
  const entries = pageList.flatMap((page): Entry[] => {
    if (page.sitemap === undefined) return []
    if (page.path.includes(':')) {
      return records
        .filter(({ source }) => source === page.sitemap)
        .map(({ id, changed_at }) => ({
          path: page.name === 'policy' ? policyPath(id) : pathTo(page.name, id),
          changedAt: changed_at,
        }))
    }
    return [{ path: page.path, changedAt: changes.find(({ source }) => source === page.sitemap)?.changed_at ?? null }]
  })
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${xmlText(deps.config.publicUrl + path)}</loc>${changed}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
