import { policyIds } from '#contract/rules.ts'
import { rows, statement } from '../db/query.ts'
import type { Visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { xmlText } from './xml-text.ts'

interface EnrolmentInCourse {
  path: string
  /** When what stands there last changed; null where nothing tells. */
  changed_at: Date | null
}

const sitemapOfLists = statement<EnrolmentInCourse>(
  'sitemap_of_lists',
  `with course_changes as (
     select greatest(max(c.updated_at), max(b.updated_at)) as at from courses c left join batches b on b.course_id = c.id where c.published)
   select path, changed_at from (
     select unnest('{/home,/courses,/newbatches}'::text[]) as path, at as changed_at, 0 as place from course_changes
     union all
     select '/blogs', max(updated_at), 1 from blogs
     union all
     select '/resources', max(updated_at), 2 from utility_items where utils_type = 'RES'
     union all
     select unnest('{/ProjectsList,/companies,/career-kickstart,/hirepage,/researchpage,/researchform,/contact}'::text[]), null, 3
   ) lists order by place`,
)
const sitemapOfPages = statement<EnrolmentInCourse>(
  'sitemap_of_pages',
  `select path, changed_at from (
     select '/courses/' || c.id as path, greatest(c.updated_at, max(b.updated_at)) as changed_at, 0 as kind, c.id
     from courses c left join batches b on b.course_id = c.id where c.published group by c.id
     union all
     select coalesce($1::jsonb ->> id::text, case utils_type when 'POL' then '/policy/' else '/service/' end || id), updated_at, 1, id from utility_items
     union all
     select '/blog/' || id, updated_at, 2, id from blogs where published_on <= (app_now() at time zone 'Asia/Kolkata')::date
   ) pages order by kind, id`,
)

/** Policies are read at addresses of their own. */
const policyPaths = {
  [policyIds.terms]: '/terms',
  [policyIds.privacy]: '/privacy-policy',
  [policyIds.refund]: '/refund-policy',
}

/** Every page for search engines by its canonical address, as the sitemap protocol 0.9 writes it. */
export async function readSitemap(deps: Deps, _visitor: Visitor): Promise<string> {
  const places = [...(await rows(deps.db, sitemapOfLists)), ...(await rows(deps.db, sitemapOfPages, [JSON.stringify(policyPaths)]))]
  const urls = places.map(({ path, changed_at }) => {
    const changed = changed_at ? `<lastmod>${changed_at.toISOString()}</lastmod>` : ''
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
