import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/staff/month.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { closeMonth } from './close-month.ts'
import { exportBook, exportTally } from './export-books.ts'
import { exportGstr1 } from './export-gstr1.ts'
import { listMonths } from './list-months.ts'
import { readBooks } from './read-books.ts'
import { readGstr1 } from './read-gstr1.ts'

export function monthRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readGstr1, (staff, { query }) => readGstr1(deps, staff, query))
  route(app, deps, contract.exportGstr1, (staff, { query }, { request }) => exportGstr1(deps, staff, { ...query, request }))
  route(app, deps, contract.listMonths, async (staff) => ({ items: await listMonths(deps, staff) }))
  route(app, deps, contract.closeMonth, (staff, { params }) => closeMonth(deps, staff, params))
  route(app, deps, contract.readBooks, (staff, { query }) => readBooks(deps, staff, query))
  route(app, deps, contract.exportBook, (staff, { query }, { request }) => exportBook(deps, staff, { ...query, request }))
  route(app, deps, contract.exportTally, (staff, { query }, { request }) => exportTally(deps, staff, { ...query, request }))
}
