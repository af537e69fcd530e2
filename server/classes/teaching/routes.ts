import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/staff/teaching.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { ownBatchRecords, ownClassRecords, ownStudentRecords } from './own-records.ts'
import { readTeachingDay } from './read-teaching-day.ts'
import { writeClassWords } from './write-class-words.ts'

export function teachingRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.ownBatches, ownBatchRecords)
  readOnlyResourceRoutes(app, deps, contract.ownClasses, ownClassRecords)
  readOnlyResourceRoutes(app, deps, contract.ownStudents, ownStudentRecords)
  route(app, deps, contract.readTeachingDay, (staff) => readTeachingDay(deps, staff))
  route(app, deps, contract.writeClassWords, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch), body }
    return withVersion(reply, await writeClassWords(deps, staff, target).catch(withCurrent(contract.ownClasses.record)))
  })
}
