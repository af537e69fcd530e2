import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/catalog/catalog.ts'
import { courses, previewCourse } from '#contract/catalog/staff/courses.ts'
import { pathTo } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { publishedRoutes } from '#server/platform/records/publication.ts'
import { courseRecords } from './course-records.ts'
import { listCategories } from './list-categories.ts'
import { listCoursePage } from './list-course-page.ts'
import { listCourses } from './list-courses.ts'
import { listHomeCourses } from './list-home-courses.ts'
import { readCourse } from './read-course.ts'

export function courseRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listCourses, (visitor, input) => listCourses(deps, visitor, input))
  route(app, deps, contract.listCategories, (visitor) => listCategories(deps, visitor))
  route(app, deps, contract.listHomeCourses, (visitor) => listHomeCourses(deps, visitor))
  route(app, deps, contract.listCoursePage, (visitor, input) => listCoursePage(deps, visitor, input))
  route(app, deps, contract.readCourse, (visitor, input) => readCourse(deps, visitor, input))
  publishedRoutes(app, deps, courses, courseRecords, { endpoint: previewCourse, path: ({ id }) => pathTo('course', id) })
}
