import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/site/content.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { pathTo, policyPath } from '#contract/pages.ts'
import { blogs, previewBlog } from '#contract/site/staff/blogs.ts'
import { companies, previewCompany } from '#contract/site/staff/companies.ts'
import { policies, type PolicyRecord, previewPolicy } from '#contract/site/staff/policies.ts'
import { previewProject, projects } from '#contract/site/staff/projects.ts'
import { previewTestimonial, testimonials } from '#contract/site/staff/testimonials.ts'
import { previewResource, previewService, resources, services } from '#contract/site/staff/utilities.ts'
import { blogRecords } from '#server/site/content/blogs/blog-records.ts'
import { companyRecords } from '#server/site/content/companies/company-records.ts'
import { policyRecords } from '#server/site/content/policies/policy-records.ts'
import { changePolicy, publishPolicy } from '#server/site/content/policies/publish-policy.ts'
import { projectRecords } from '#server/site/content/projects/project-records.ts'
import { publishedRoutes } from '#server/platform/records/publication.ts'
import { testimonialRecords } from '#server/site/content/testimonials/testimonial-records.ts'
import { resourceRecords, serviceRecords } from '#server/site/content/utilities/utility-records.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { listOtherBlogs, listOtherUtilities, listShownCompanies } from './list-others.ts'
import { listBlogPage, listCompanies, listProjectPage, listUtilityPage } from './list-pages.ts'
import { listBlogs, listProjects, listTestimonials, listUtilities, readBlog, readUtility } from './read-content.ts'
import { readNavigation } from './read-navigation.ts'

export function contentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listUtilities, (visitor, input) => listUtilities(deps, visitor, input))
  route(app, deps, contract.listUtilityPage, (visitor, input) => listUtilityPage(deps, visitor, input))
  route(app, deps, contract.listOtherUtilities, (visitor, input) => listOtherUtilities(deps, visitor, input))
  route(app, deps, contract.readNavigation, (visitor, input) => readNavigation(deps, visitor, input))
  route(app, deps, contract.readUtility, (visitor, input) => readUtility(deps, visitor, input))
  route(app, deps, contract.listProjects, (visitor, input) => listProjects(deps, visitor, input))
  route(app, deps, contract.listProjectPage, (visitor, input) => listProjectPage(deps, visitor, input))
  route(app, deps, contract.listBlogs, (visitor, input) => listBlogs(deps, visitor, input))
  route(app, deps, contract.listBlogPage, (visitor, input) => listBlogPage(deps, visitor, input))
  route(app, deps, contract.listOtherBlogs, (visitor, input) => listOtherBlogs(deps, visitor, input))
  route(app, deps, contract.readBlog, (visitor, input) => readBlog(deps, visitor, input))
  route(app, deps, contract.listCompanies, (visitor, input) => listCompanies(deps, visitor, input))
  route(app, deps, contract.listShownCompanies, (visitor, input) => listShownCompanies(deps, visitor, input))
  route(app, deps, contract.listTestimonials, (visitor, input) => listTestimonials(deps, visitor, input))
  route(app, deps, contract.readSiteSettings, () => readSiteSettings(deps))
  publishedRoutes(app, deps, companies, companyRecords, { endpoint: previewCompany, path: () => pathTo('companies') })
  publishedRoutes(app, deps, services, serviceRecords, { endpoint: previewService, path: ({ id }) => pathTo('service', id) })
  publishedRoutes(app, deps, resources, resourceRecords, { endpoint: previewResource, path: ({ id }) => pathTo('service', id) })
  publishedRoutes(app, deps, projects, projectRecords, { endpoint: previewProject, path: () => pathTo('projects-list') })
  publishedRoutes(app, deps, blogs, blogRecords, { endpoint: previewBlog, path: ({ id }) => pathTo('blog', id) })
  publishedRoutes(app, deps, testimonials, testimonialRecords, { endpoint: previewTestimonial, path: () => pathTo('home') })
  const policyPreview = { endpoint: previewPolicy, path: ({ policy_id: id }: PolicyRecord) => policyPath(id) }
  publishedRoutes(app, deps, policies, { ...policyRecords, change: changePolicy }, policyPreview, { publish: publishPolicy })
}
