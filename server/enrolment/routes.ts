import type { FastifyInstance } from 'fastify'
import {
  listEnrolledCourses as listEnrolledCoursesEndpoint,
  readStudentToday as readStudentTodayEndpoint,
} from '#contract/enrolment/enrolment.ts'
import { endHandEnrolment as endHandEnrolmentEndpoint } from '#contract/money/staff/hand-enrolments.ts'
import { enrolments, readBatchSeats as readBatchSeatsEndpoint } from '#contract/enrolment/staff/enrolments.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { endHandEnrolment } from '#server/enrolment/by-hand/end-hand-enrolment.ts'
import { enrolmentList } from '#server/enrolment/by-hand/enrolment-list.ts'
import { listEnrolledCourses } from '#server/enrolment/own-courses/list-enrolled-courses.ts'
import { readBatchSeats } from '#server/enrolment/places/read-batch-seats.ts'
import { readStudentToday } from '#server/enrolment/own-courses/read-student-today.ts'

export function enrolmentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listEnrolledCoursesEndpoint, async (student) => ({
    'enrolled courses': await listEnrolledCourses(deps, student),
  }))
  route(app, deps, readStudentTodayEndpoint, (student) => readStudentToday(deps, student))
  route(app, deps, endHandEnrolmentEndpoint, (staff, { params }) => endHandEnrolment(deps, staff, params))
  readOnlyResourceRoutes(app, deps, enrolments, enrolmentList)
  route(app, deps, readBatchSeatsEndpoint, (staff, { params }) => readBatchSeats(deps, staff, params))
}
