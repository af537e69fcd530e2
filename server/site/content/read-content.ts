import type { Blog, Project, Testimonial, Utility, UtilityHead } from '#contract/site/content.ts'
import * as messages from '#contract/messages.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { type Preview, previewedId } from '#server/platform/auth/preview.ts'
import type { RequestFacts } from '#server/platform/http/route.ts'
import { versionInEffect } from '#server/site/content/policies/version-in-effect.ts'

/** A policy is listed and read while a version of it is in effect. Other records are, while they are published. */
export const shownUtilities = `from utility_items u left join policy_versions p
    on u.utils_type = 'POL' and p.id = coalesce(
      (select v.id from policy_versions v where v.id = $1 and v.policy_id = u.id), (${versionInEffect('u.id')}))
  where case u.utils_type when 'POL' then p.id is not null
    else u.publication = 'published' or u.id = $2 and u.utils_type = 'SERV' or u.id = $3 and u.utils_type = 'RES' end`
const allUtilities = statement<UtilityHead>(
  'all_utilities',
  `select u.id, u.utils_type, coalesce(p.title, u.title) as title, u.summary ${shownUtilities} order by u.utils_type, u.id`,
)
const utilityById = statement<Omit<Utility, 'content'> & { content: { title: string; description: string }[] }>(
  'utility_by_id',
  `select u.id, u.utils_type, coalesce(p.title, u.title) as title, u.summary, coalesce(p.content, u.content) as content,
     coalesce(u.image, 'media/art/' || case u.utils_type when 'RES' then 'resource' else 'service' end || '/' || u.id || '.svg')
       as image,
     to_char(coalesce(p.updated_at, u.updated_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as updated_on,
     to_char(p.effective_on, 'YYYY-MM-DD') as effective_on
   ${shownUtilities} and u.id = $4`,
)
const allProjects = statement<Project>(
  'all_projects',
  `select id, title, content, coalesce(image, 'media/art/project/' || id || '.svg') as image, student_name as student, learnt, live_url
   from projects where publication = 'published' or id = $1 order by id`,
)
const blogColumns = `id, title, category, author, excerpt, content, blocks,
  coalesce(image, 'media/art/blog/' || id || '.svg') as image, to_char(published_on, 'YYYY-MM-DD') as published_date`
const publishedBlogs = `from blogs
  where (publication = 'published' and published_on <= (app_now() at time zone 'Asia/Kolkata')::date or id = $1)`
const allBlogs = statement<Blog>('all_blogs', `select ${blogColumns} ${publishedBlogs} order by published_on desc, id desc`)
const blogById = statement<Blog>('blog_by_id', `select ${blogColumns} ${publishedBlogs} and id = $2`)
const allTestimonials = statement<Testimonial>(
  'all_testimonials',
  // A course that no visitor can read is not named.
  `select id, name, role, quote,
     case when exists (select 1 from courses c where c.title = t.course and c.published) then course else '' end as course
   from testimonials t
   where publication = 'published' and consent or id = $1 order by id is distinct from $1, id limit 12`,
)

export type Asked = Pick<RequestFacts, 'preview'>

export async function listUtilities(deps: Deps, _visitor: Visitor, { preview }: Asked): Promise<UtilityHead[]> {
  return rows(deps.db, allUtilities, utilityPreviews(preview))
}

export async function listProjects(deps: Deps, _visitor: Visitor, { preview }: Asked): Promise<Project[]> {
  return rows(deps.db, allProjects, [previewedId(preview, 'projects')])
}

export async function listBlogs(deps: Deps, _visitor: Visitor, { preview }: Asked): Promise<Blog[]> {
  return rows(deps.db, allBlogs, [previewedId(preview, 'blogs')])
}

export async function listTestimonials(deps: Deps, _visitor: Visitor, { preview }: Asked): Promise<Testimonial[]> {
  return rows(deps.db, allTestimonials, [previewedId(preview, 'testimonials')])
}

/** Clients read a policy's sections as `content` and a service's as `description`, so each block has both. */
export async function readUtility(deps: Deps, _visitor: Visitor, input: Asked & { params: { id: number } }): Promise<Utility> {
  const { id } = input.params
  const found = await row(deps.db, utilityById, [...utilityPreviews(input.preview), id])
  if (!found) throw notFound(id >= 4 && id <= 6 ? messages.policyNotFound : 'Not found.')
  return { ...found, content: found.content.map((block) => ({ ...block, content: block.description })) }
}

export async function readBlog(deps: Deps, _visitor: Visitor, input: Asked & { params: { id: number } }): Promise<Blog> {
  const found = await row(deps.db, blogById, [previewedId(input.preview, 'blogs'), input.params.id])
  if (!found) throw notFound(messages.blogNotFound)
  return found
}

/** Parameters of `shownUtilities`. */
export function utilityPreviews(preview: Preview | undefined): (number | null)[] {
  return ['policies', 'services', 'resources'].map((resource) => previewedId(preview, resource))
}
