import type { FastifyInstance } from 'fastify'
import { readOwnAttendance as ownAttendance } from '#contract/classes/attendance.ts'
import * as contract from '#contract/classes/staff/attendance.ts'
import type { Deps } from '#server/deps.ts'
import { exportAnswer } from '#server/platform/http/exports.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { attendanceList } from './attendance-list.ts'
import { markAttendance } from './mark-attendance.ts'
import { readClass } from './read-class.ts'
import { exportGrid, readGrid } from './read-grid.ts'
import { readOwnAttendance } from './read-own-attendance.ts'
import { checkReport } from '#server/classes/attendance/reports/check-report.ts'
import { decideRows } from '#server/classes/attendance/reports/decide-rows.ts'
import { findImport } from '#server/classes/attendance/reports/find-import.ts'
import { runReport, undoRun } from '#server/classes/attendance/reports/run-report.ts'

export function attendanceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, ownAttendance, (student, { params }) => readOwnAttendance(deps, student, params.batch_id))
  readOnlyResourceRoutes(app, deps, contract.attendance, attendanceList)
  route(app, deps, contract.readAttendanceGrid, (staff, { params }) => readGrid(deps, staff, params.id))
  route(app, deps, contract.exportAttendanceGrid, async (staff, { params, query }, reply) => {
    const found = await exportGrid(deps, staff, params.id)
    return exportAnswer(deps, staff, reply.request, { list: 'attendance-grid', filter: { batch: params.id }, ...query, ...found })
  })
  route(app, deps, contract.readClassAttendance, (staff, { params }) => readClass(deps, staff, params))
  route(app, deps, contract.markAttendance, (staff, { params, body }) =>
    markAttendance(deps, staff, { batchId: params.id, marks: body.marks }),
  )
  route(app, deps, contract.checkAttendanceImport, async (staff, input, reply) => {
    reply.code(201)
    return checkReport(deps, staff, input)
  })
  route(app, deps, contract.readAttendanceImport, (staff, { params }) => findImport(deps.db, staff, params.id))
  route(app, deps, contract.runAttendanceImport, (staff, { params, body }) => runReport(deps, staff, { id: params.id, ...body }))
  route(app, deps, contract.undoAttendanceImport, (staff, { params, ifMatch }) =>
    undoRun(deps, staff, { id: params.id, versions: versionsOf(ifMatch) }).catch(
      withCurrent(contract.undoAttendanceImport.answers[200]),
    ),
  )
  route(app, deps, contract.decideAttendanceRows, (staff, input) => decideRows(deps, staff, input))
}
