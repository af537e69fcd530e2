import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/content.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { companyRoutes } from './companies/routes.ts'
import { readSiteSettings } from '../site-settings.ts'
import { listBlogs, listCompanies, listProjects, listTestimonials, listUtilities, readBlog, readUtility } from './read-content.ts'

export function contentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listUtilities, (visitor) => listUtilities(deps, visitor))
  route(app, deps, contract.readUtility, (visitor, input) => readUtility(deps, visitor, input))
  route(app, deps, contract.listProjects, (visitor) => listProjects(deps, visitor))
  route(app, deps, contract.listBlogs, (visitor) => listBlogs(deps, visitor))
  route(app, deps, contract.readBlog, (visitor, input) => readBlog(deps, visitor, input))
  route(app, deps, contract.listCompanies, (visitor) => listCompanies(deps, visitor))
  route(app, deps, contract.listTestimonials, (visitor) => listTestimonials(deps, visitor))
  route(app, deps, contract.readSiteSettings, () => readSiteSettings(deps))
  companyRoutes(app, deps)
}
