import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { courses, previewCourse } from '#contract/catalog/staff/courses.ts'
import type { Deps } from '#server/deps.ts'
import { courseRecords } from '#server/catalog/courses/course-records.ts'
import { route } from '#server/platform/http/route.ts'
import { publishedRoutes } from '#server/platform/records/publication.ts'
import { instructorRoutes } from '#server/catalog/instructors/routes.ts'
import { listBatchPage, readBatch } from '#server/catalog/offers/list-batch-page.ts'
import { listBatches } from '#server/catalog/offers/list-batches.ts'
import { listCategories } from '#server/catalog/courses/list-categories.ts'
import { listCoursePage } from '#server/catalog/courses/list-course-page.ts'
import { listCourses } from '#server/catalog/courses/list-courses.ts'
import { listHomeCourses } from '#server/catalog/courses/list-home-courses.ts'
import { listInstructors } from '#server/catalog/instructors/list-instructors.ts'
import { listNextStarts } from '#server/catalog/offers/list-next-starts.ts'
import { readCourse } from '#server/catalog/courses/read-course.ts'

export function catalogRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listCourses, (visitor, input) => listCourses(deps, visitor, input))
  route(app, deps, contract.listCategories, (visitor) => listCategories(deps, visitor))
  route(app, deps, contract.listNextStarts, (visitor) => listNextStarts(deps, visitor))
  route(app, deps, contract.listHomeCourses, (visitor) => listHomeCourses(deps, visitor))
  route(app, deps, contract.listCoursePage, (visitor, input) => listCoursePage(deps, visitor, input))
  route(app, deps, contract.listBatchPage, (visitor, input) => listBatchPage(deps, visitor, input))
  route(app, deps, contract.readBatch, (visitor, input) => readBatch(deps, visitor, input))
  route(app, deps, contract.readCourse, (visitor, input) => readCourse(deps, visitor, input))
  route(app, deps, contract.listBatches, (visitor, input) => listBatches(deps, visitor, input))
  route(app, deps, contract.listInstructors, (visitor) => listInstructors(deps, visitor))
  publishedRoutes(app, deps, courses, courseRecords, { endpoint: previewCourse, path: ({ id }) => pathTo('course', id) })
  instructorRoutes(app, deps)
}
