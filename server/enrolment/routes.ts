import type { FastifyInstance } from 'fastify'
import {
  listEnrolledCourses as listEnrolledCoursesEndpoint,
  readStudentToday as readStudentTodayEndpoint,
} from '#contract/enrolment.ts'
import { endHandEnrolment as endHandEnrolmentEndpoint } from '#contract/staff/hand-enrolments.ts'
import { enrolments, readBatchSeats as readBatchSeatsEndpoint } from '#contract/staff/enrolments.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/http/resource.ts'
import { route } from '#server/http/route.ts'
import { endHandEnrolment } from './end-hand-enrolment.ts'
import { enrolmentList } from './enrolment-list.ts'
import { listEnrolledCourses } from './list-enrolled-courses.ts'
import { readBatchSeats } from './read-batch-seats.ts'
import { readStudentToday } from './read-student-today.ts'

export function enrolmentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listEnrolledCoursesEndpoint, async (student) => ({
    'enrolled courses': await listEnrolledCourses(deps, student),
  }))
  route(app, deps, readStudentTodayEndpoint, (student) => readStudentToday(deps, student))
  route(app, deps, endHandEnrolmentEndpoint, (staff, { params }) => endHandEnrolment(deps, staff, params))
  readOnlyResourceRoutes(app, deps, enrolments, enrolmentList)
  route(app, deps, readBatchSeatsEndpoint, (staff, { params }) => readBatchSeats(deps, staff, params))
}
