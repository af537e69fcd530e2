import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance } from 'fastify'
import * as staffContract from '#contract/staff/work.ts'
import * as contract from '#contract/work.ts'
import type { Deps } from '../deps.ts'
import { type HttpError, invalid } from '../errors.ts'
import { answerError } from '../http/plugins/errors.ts'
import { readOnlyResourceRoutes, resourceRoutes } from '../http/resource.ts'
import { route } from '../http/route.ts'
import { openStorage } from '../uploads/storage.ts'
import { fileRoutes } from './file-routes.ts'
import { handInWork } from './hand-in-work.ts'
import { listOwnWork, readOwnWork } from './own-work.ts'
import { readSubmittedWork } from './read-submitted-work.ts'
import { reviewSubmission } from './review-submission.ts'
import { exerciseRecords, submissionRecords } from './work-records.ts'
import { changeExercise, createExercise, removeExercise } from './write-exercises.ts'

const { workLimits } = contract

export function workRoutes(app: FastifyInstance, deps: Deps): void {
  const storage = openStorage(deps.config, 'Files')
  route(app, deps, contract.listOwnWork, (student) => listOwnWork(deps, student))
  route(app, deps, contract.readOwnWork, (student, { params }) => readOwnWork(deps.db, student, params.id))
  void app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError | HttpError, request, reply) =>
      // The parser of forms throws plain errors for a broken one.
      answerError(isBrokenForm(error) ? invalid('The form can not be read.') : error, request, reply),
    )
    await scope.register(multipart, {
      attachFieldsToBody: 'keyValues',
      // A character of text has up to four bytes.
      limits: { fileSize: workLimits.fileBytes, files: 1, fields: 4, fieldSize: workLimits.text * 4, parts: 5 },
      async onFile(part) {
        // The contract's schema reads the body, so the file stands in it as a web File.
        const bytes = new Uint8Array(await part.toBuffer())
        Object.assign(part, { value: new File([bytes], part.filename, { type: part.mimetype }) })
      },
    })
    const perStudent = { student: { name: 'hand-in', calls: workLimits.perHour, minutes: 60 } }
    route(
      scope,
      deps,
      contract.handInWork,
      async (student, input, reply) => {
        const work = await handInWork(deps, student, storage, input)
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
  route(app, deps, staffContract.reviewSubmission, (staff, input) => reviewSubmission(deps, staff, input))
  fileRoutes(app, deps, storage)
}

function isBrokenForm({ message }: Error): boolean {
  return /^(?:Multipart: Boundary not found|.*unexpected end of multipart data|Malformed part header)$/i.test(message)
}
