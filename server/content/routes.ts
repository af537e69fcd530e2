import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/content.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { readSiteSettings } from '../site-settings.ts'
import { listBlogs, listCompanies, listProjects, listTestimonials, listUtilities, readBlog, readUtility } from './read-content.ts'

export function contentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listUtilities, () => listUtilities(deps))
  route(app, deps, contract.getUtility, ({ params }) => readUtility(deps, params.id))
  route(app, deps, contract.listProjects, () => listProjects(deps))
  route(app, deps, contract.listBlogs, () => listBlogs(deps))
  route(app, deps, contract.getBlog, ({ params }) => readBlog(deps, params.id))
  route(app, deps, contract.listCompanies, () => listCompanies(deps))
  route(app, deps, contract.listTestimonials, () => listTestimonials(deps))
  route(app, deps, contract.getSiteSettings, () => readSiteSettings(deps))
}
