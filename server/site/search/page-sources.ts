import type { StaffFound } from '#contract/desk/staff/search.ts'
import { type Statement, statement } from '#server/platform/db/query.ts'

/** What begins with the words comes first, then other titles that have them. */
const titlesFirst = 'order by position(folded($1) in folded(title)) <> 1, position(folded($1) in folded(title)) = 0, title, id'

const findBlogs = statement<StaffFound>(
  'find_blogs',
  `select 'blogs' as resource, id, title, category || ', ' || author as note
   from blogs
   where position(folded($1) in folded(title || ' ' || category || ' ' || author)) > 0
   ${titlesFirst}
   limit $2`,
)

const findServices = statement<StaffFound>(
  'find_services',
  `select 'services' as resource, id, title, summary as note
   from utility_items
   where utils_type = 'SERV' and position(folded($1) in folded(title || ' ' || summary)) > 0
   ${titlesFirst}
   limit $2`,
)

const findResources = statement<StaffFound>(
  'find_resources',
  `select 'resources' as resource, id, title, summary as note
   from utility_items
   where utils_type = 'RES' and position(folded($1) in folded(title || ' ' || summary)) > 0
   ${titlesFirst}
   limit $2`,
)

const findProjects = statement<StaffFound>(
  'find_projects',
  `select 'projects' as resource, id, title, category as note
   from projects
   where position(folded($1) in folded(title || ' ' || category)) > 0
   ${titlesFirst}
   limit $2`,
)

const findPolicies = statement<StaffFound>(
  'find_policies',
  `select 'policies' as resource, id, title, to_char(effective_on, 'FMDD FMMonth YYYY') as note
   from policy_versions
   where position(folded($1) in folded(title || ' ' || to_char(effective_on, 'FMDD FMMonth YYYY'))) > 0
   ${titlesFirst}
   limit $2`,
)

const findTestimonials = statement<StaffFound>(
  'find_testimonials',
  `select 'testimonials' as resource, id, name as title, course as note
   from testimonials
   where position(folded($1) in folded(name || ' ' || course || ' ' || role)) > 0
   order by position(folded($1) in folded(name)) <> 1, position(folded($1) in folded(name)) = 0, name, id
   limit $2`,
)

/** The pages of the site. */
export const pageSources: readonly { permission: 'pages:read'; find: Statement<StaffFound> }[] = [
  findBlogs,
  findServices,
  findResources,
  findProjects,
  findPolicies,
  findTestimonials,
].map((find) => ({ permission: 'pages:read', find }))
