import type { BlogTeaser, Company, Project, UtilityHead } from '#contract/site/content.ts'
import { itemsOfPage } from '#contract/rules.ts'
import { previewedId } from '#server/platform/auth/preview.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { row, rows, type Statement, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Asked } from './read-content.ts'

interface Page<Item> {
  items: Item[]
  next: number | null
}
type PageAsked = Asked & { query: { after?: number | undefined } }

const teaserColumns = `id, title, category, author, left(array_to_string(content, ' '), 360) as beginning,
  coalesce(image, 'media/art/blog/' || id || '.svg') as image, to_char(published_on, 'YYYY-MM-DD') as published_date`
const publishedBlogs = `from blogs
  where publication = 'published' and published_on <= (app_now() at time zone 'Asia/Kolkata')::date`
const blogPage = statement<BlogTeaser>(
  'blog_page',
  `select ${teaserColumns} ${publishedBlogs} order by published_on desc, id desc limit $1`,
)
const blogPageAfter = statement<BlogTeaser>(
  'blog_page_after',
  `select ${teaserColumns} ${publishedBlogs} and (published_on, id) < (select x.published_on, x.id from blogs x where x.id = $2)
   order by published_on desc, id desc limit $1`,
)
const blogTeaser = statement<BlogTeaser>('blog_teaser', `select ${teaserColumns} from blogs where id = $1`)

const utilityPage = statement<UtilityHead>(
  'utility_page',
  `select id, utils_type, title, summary from utility_items
   where utils_type <> 'POL' and publication = 'published'
     and ($2::integer is null or (utils_type, id) > (select x.utils_type, x.id from utility_items x where x.id = $2))
   order by utils_type, id limit $1`,
)
const utilityHead = statement<UtilityHead>(
  'utility_head',
  `select id, utils_type, title, summary from utility_items where id = $1 and utils_type <> 'POL'`,
)

const projectColumns = `id, title, content, coalesce(image, 'media/art/project/' || id || '.svg') as image, student_name as student, learnt, live_url`
const projectPage = statement<Project>(
  'project_page',
  `select ${projectColumns} from projects where publication = 'published' and id > coalesce($2, 0) order by id limit $1`,
)
const projectById = statement<Project>('project_by_id', `select ${projectColumns} from projects where id = $1`)

const companyColumns = 'id, name, industry, city, why, is_partner, is_alumni_employer, is_example'
const companyPage = statement<Company>(
  'company_page',
  `select ${companyColumns} from companies
   where publication = 'published' and (is_partner or is_alumni_employer) and id > coalesce($2, 0) order by id limit $1`,
)
const companyById = statement<Company>('company_by_id', `select ${companyColumns} from companies where id = $1`)

export function listBlogPage(deps: Deps, _visitor: Visitor, { preview, query: { after } }: PageAsked): Promise<Page<BlogTeaser>> {
  const found =
    after === undefined ? rows(deps.db, blogPage, [itemsOfPage + 1]) : rows(deps.db, blogPageAfter, [itemsOfPage + 1, after])
  return toPage(deps, found, blogTeaser, previewedId(preview, 'blogs'))
}

/** Returns resources, then services. */
export function listUtilityPage(deps: Deps, _visitor: Visitor, { preview, query }: PageAsked): Promise<Page<UtilityHead>> {
  const found = rows(deps.db, utilityPage, [itemsOfPage + 1, query.after])
  return toPage(deps, found, utilityHead, previewedId(preview, 'services') ?? previewedId(preview, 'resources'))
}

export function listProjectPage(deps: Deps, _visitor: Visitor, { preview, query }: PageAsked): Promise<Page<Project>> {
  const found = rows(deps.db, projectPage, [itemsOfPage + 1, query.after])
  return toPage(deps, found, projectById, previewedId(preview, 'projects'))
}

export function listCompanies(deps: Deps, _visitor: Visitor, { preview, query }: PageAsked): Promise<Page<Company>> {
  const found = rows(deps.db, companyPage, [itemsOfPage + 1, query.after])
  return toPage(deps, found, companyById, previewedId(preview, 'companies'))
}

/** Cuts the row that shows whether there is a next page. A previewed record that is not on the page stands first. */
async function toPage<Item extends { id: number }>(
  { db }: Deps,
  found: Promise<Item[]>,
  byId: Statement<Item>,
  previewed: number | null,
): Promise<Page<Item>> {
  const read = await found
  const items = read.slice(0, itemsOfPage)
  const next = read.length > itemsOfPage ? (items.at(-1)?.id ?? null) : null
  const isMissing = previewed !== null && !items.some(({ id }) => id === previewed)
  const shown = isMissing ? await row(db, byId, [previewed]) : undefined
  return { items: shown ? [shown, ...items] : items, next }
}
