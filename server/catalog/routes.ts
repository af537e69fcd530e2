import type { FastifyInstance } from 'fastify'
import { getCourse, listBatches as listBatchesEndpoint, listCourses as listCoursesEndpoint } from '#contract/catalog.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { listBatches } from './list-batches.ts'
import { listCourses } from './list-courses.ts'
import { readCourse } from './read-course.ts'

export function catalogRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listCoursesEndpoint, () => listCourses(deps))
  route(app, deps, getCourse, (input) => readCourse(deps, input))
  route(app, deps, listBatchesEndpoint, (input) => listBatches(deps, input))
}
