import type { Blog, ShownCompany, UtilityHead } from '#contract/site/content.ts'
import { previewedId } from '#server/platform/auth/preview.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Asked } from './read-content.ts'

type OtherBlog = Pick<Blog, 'id' | 'title' | 'excerpt'>

const publishedOther = `publication = 'published' and published_on <= (app_now() at time zone 'Asia/Kolkata')::date and id <> $1`
const otherBlogs = statement<OtherBlog>(
  'other_blogs',
  `with own as (select category from blogs where id = $1),
   alike as (
     select 1 as place, id, title, excerpt, published_on from blogs
     where ${publishedOther} and category = (select category from own) order by published_on desc, id desc limit 2),
   further as (
     select 2 as place, id, title, excerpt, published_on from blogs
     where ${publishedOther} and category is distinct from (select category from own) order by published_on desc, id desc limit 2)
   select id, title, excerpt from (select * from alike union all select * from further) found
   order by place, published_on desc, id desc limit 2`,
)
const otherUtilities = statement<UtilityHead>(
  'other_utilities',
  `select id, utils_type, title, summary from utility_items
   where utils_type = (select x.utils_type from utility_items x where x.id = $1) and utils_type <> 'POL' and publication = 'published'
     and id <> $1
   order by id limit 12`,
)
const shownPartners = statement<ShownCompany>(
  'shown_partners',
  `select id, name, industry, is_example from companies
   where is_partner and (publication = 'published' or id = $1) order by id is distinct from $1, id limit 20`,
)
const shownEmployers = statement<ShownCompany>(
  'shown_employers',
  `select id, name, industry, is_example from companies
   where is_alumni_employer and (publication = 'published' or id = $1) order by id is distinct from $1, id limit 24`,
)

/** Returns two other articles, those of the same category first. */
export async function listOtherBlogs(deps: Deps, _visitor: Visitor, input: { params: { id: number } }): Promise<OtherBlog[]> {
  return rows(deps.db, otherBlogs, [input.params.id])
}

export async function listOtherUtilities(
  deps: Deps,
  _visitor: Visitor,
  input: { params: { id: number } },
): Promise<UtilityHead[]> {
  return rows(deps.db, otherUtilities, [input.params.id])
}

/** Returns the companies of the landing page. */
export async function listShownCompanies(
  deps: Deps,
  _visitor: Visitor,
  { preview }: Asked,
): Promise<{ partners: ShownCompany[]; alumni: ShownCompany[] }> {
  const previewed = [previewedId(preview, 'companies')]
  const [partners, alumni] = await Promise.all([
    rows(deps.db, shownPartners, previewed),
    rows(deps.db, shownEmployers, previewed),
  ])
  return { partners, alumni }
}
