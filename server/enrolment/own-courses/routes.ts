import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/enrolment/enrolment.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listEnrolledCourses } from './list-enrolled-courses.ts'
import { readStudentToday } from './read-student-today.ts'

export function ownCourseRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listEnrolledCourses, async (student) => ({
    'enrolled courses': await listEnrolledCourses(deps, student),
  }))
  route(app, deps, contract.readStudentToday, (student) => readStudentToday(deps, student))
}
