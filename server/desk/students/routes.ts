import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/students.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { addStudentNote } from './add-student-note.ts'
import { changeStudent } from './change-student.ts'
import { changeStudentAddress } from './change-student-address.ts'
import { createStudent } from './create-student.ts'
import { disableStudent, enableStudent } from './disable-student.ts'
import { endStudentSessions } from './end-student-sessions.ts'
import { eraseStudent } from './erase-student.ts'
import { exportStudent } from './export-student.ts'
import { liftStudentBouncing } from './lift-student-bouncing.ts'
import { readStudentFile } from './read-student-file.ts'
import { studentRecords } from './student-records.ts'

export function studentRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, contract.students, {
    ...studentRecords,
    create: createStudent,
    change: changeStudent,
    actions: { enable: enableStudent },
  })
  const withStale = withCurrent(contract.students.record)
  route(app, deps, contract.changeStudentAddress, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await changeStudentAddress(deps, staff, { ...target, body }).catch(withStale))
  })
  route(app, deps, contract.disableStudent, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await disableStudent(deps, staff, { ...target, ...body }).catch(withStale))
  })
  route(app, deps, contract.eraseStudent, async (staff, { params, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await eraseStudent(deps, staff, target).catch(withStale))
  })
  route(app, deps, contract.exportStudent, (staff, { params }) => exportStudent(deps, staff, params.id))
  route(app, deps, contract.addStudentNote, async (staff, input, reply) => {
    reply.code(201)
    return addStudentNote(deps, staff, input)
  })
  route(app, deps, contract.endStudentSessions, (staff, input) => endStudentSessions(deps, staff, input))
  route(app, deps, contract.liftStudentBouncing, (staff, { params }) => liftStudentBouncing(deps, staff, params.id))
  route(app, deps, contract.readStudentFile, (staff, { params }) => readStudentFile(deps, staff, params.id))
}
