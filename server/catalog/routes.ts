import type { FastifyInstance } from 'fastify'
import { getCourse, listBatches as listBatchesEndpoint, listCourses as listCoursesEndpoint } from '#contract/catalog.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { listBatches } from './list-batches.ts'
import { listCourses } from './list-courses.ts'
import { readCourse } from './read-course.ts'

export function catalogRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listCoursesEndpoint, (visitor) => listCourses(deps, visitor))
  route(app, deps, getCourse, (visitor, input) => readCourse(deps, visitor, input))
  route(app, deps, listBatchesEndpoint, (visitor, input) => listBatches(deps, visitor, input))
}
