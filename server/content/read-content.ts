import type { Blog, Company, Project, Testimonial, Utility, UtilityHead } from '#contract/content.ts'
import * as messages from '#contract/messages.ts'
import { row, rows, statement } from '../db/query.ts'
import type { Visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'

const allUtilities = statement<UtilityHead>(
  'all_utilities',
  `select id, utils_type, title, summary from utility_items order by utils_type, id`,
)
const utilityById = statement<Omit<Utility, 'content'> & { content: { title: string; description: string }[] }>(
  'utility_by_id',
  `select id, utils_type, title, summary, content,
     coalesce(image, 'media/art/' || case utils_type when 'RES' then 'resource' else 'service' end || '/' || id || '.svg') as image,
     to_char(updated_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as updated_on
   from utility_items where id = $1`,
)
const allProjects = statement<Project>(
  'all_projects',
  `select id, title, content, coalesce(image, 'media/art/project/' || id || '.svg') as image from projects order by id`,
)
const blogColumns = `id, title, category, author, excerpt, content,
  coalesce(image, 'media/art/blog/' || id || '.svg') as image, to_char(published_on, 'YYYY-MM-DD') as published_date`
const publishedBlogs = `from blogs where published_on <= (app_now() at time zone 'Asia/Kolkata')::date`
const allBlogs = statement<Blog>('all_blogs', `select ${blogColumns} ${publishedBlogs} order by published_on desc, id desc`)
const blogById = statement<Blog>('blog_by_id', `select ${blogColumns} ${publishedBlogs} and id = $1`)
const allCompanies = statement<Company>(
  'all_companies',
  `select id, name, industry, city, why, is_partner, is_alumni_employer, is_example from companies order by id`,
)
const allTestimonials = statement<Testimonial>(
  'all_testimonials',
  `select id, name, role, course, quote from testimonials where consent order by id`,
)

export const listUtilities = (deps: Deps, _visitor: Visitor): Promise<UtilityHead[]> => rows(deps.db, allUtilities)
export const listProjects = (deps: Deps, _visitor: Visitor): Promise<Project[]> => rows(deps.db, allProjects)
export const listBlogs = (deps: Deps, _visitor: Visitor): Promise<Blog[]> => rows(deps.db, allBlogs)
export const listCompanies = (deps: Deps, _visitor: Visitor): Promise<Company[]> => rows(deps.db, allCompanies)
export const listTestimonials = (deps: Deps, _visitor: Visitor): Promise<Testimonial[]> => rows(deps.db, allTestimonials)

/** Clients read a policy's sections as `content` and a service's as `description`, so each block has both. */
export async function readUtility(deps: Deps, _visitor: Visitor, input: { params: { id: number } }): Promise<Utility> {
  const { id } = input.params
  const found = await row(deps.db, utilityById, [id])
  if (!found) throw notFound(id >= 4 && id <= 6 ? messages.policyNotFound : 'Not found.')
  return { ...found, content: found.content.map((block) => ({ ...block, content: block.description })) }
}

export async function readBlog(deps: Deps, _visitor: Visitor, input: { params: { id: number } }): Promise<Blog> {
  const found = await row(deps.db, blogById, [input.params.id])
  if (!found) throw notFound(messages.blogNotFound)
  return found
}
