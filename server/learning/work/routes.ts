import type { FastifyInstance } from 'fastify'
import * as staffContract from '#contract/learning/staff/work.ts'
import * as contract from '#contract/learning/work.ts'
import type { Deps } from '#server/deps.ts'
import { readForms } from '#server/platform/http/forms.ts'
import { readOnlyResourceRoutes, resourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { handInWork } from './hand-in-work.ts'
import { listOwnWork, readOwnWork } from './own-work.ts'
import { readOwnFile, readSubmittedFile } from './read-file.ts'
import { readSubmittedWork } from './read-submitted-work.ts'
import { reviewSubmission, undoReview } from './review-submission.ts'
import { exerciseRecords, submissionRecords } from './work-records.ts'
import { changeExercise, createExercise, removeExercise } from './write-exercises.ts'

const { workLimits } = contract

export function workRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listOwnWork, (student) => listOwnWork(deps, student))
  route(app, deps, contract.readOwnWork, (student, { params }) => readOwnWork(deps.db, student, params.id))
  void app.register(async (scope) => {
    // A character of text has up to four bytes.
    await readForms(scope, { file: workLimits.fileBytes, field: workLimits.text * 4 })
    const perStudent = { student: { name: 'hand-in', calls: workLimits.perHour, minutes: 60 } }
    route(
      scope,
      deps,
      contract.handInWork,
      async (student, input, reply) => {
        const work = await handInWork(deps, student, input)
        reply.code(201)
        return work
      },
      perStudent,
    )
  })
  resourceRoutes(app, deps, staffContract.exercises, {
    ...exerciseRecords,
    create: createExercise,
    change: changeExercise,
    actions: { remove: removeExercise },
  })
  readOnlyResourceRoutes(app, deps, staffContract.submissions, submissionRecords)
  route(app, deps, staffContract.readSubmittedWork, (staff, { params }) => readSubmittedWork(deps.db, staff, params.id))
  route(app, deps, staffContract.undoReview, (staff, { params }) => undoReview(deps, staff, params))
  route(app, deps, staffContract.reviewSubmission, (staff, input) => reviewSubmission(deps, staff, input))
  const network = { name: 'work-files', calls: 3000, minutes: 10 }
  const account = { name: 'work-files', calls: 200, minutes: 10 }
  route(app, deps, contract.readOwnSubmissionFile, (student, { params }) => readOwnFile(deps, student, params.id), {
    network,
    student: account,
  })
  route(app, deps, staffContract.readSubmissionFile, (staff, { params }) => readSubmittedFile(deps, staff, params.id), {
    network,
    staff: account,
  })
}
