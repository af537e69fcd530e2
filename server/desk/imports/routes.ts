import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/imports.ts'
import type { Deps } from '#server/deps.ts'
import { exportAnswer } from '#server/platform/http/exports.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { askForImport, declineImport, withdrawImport } from './ask-for-import.ts'
import { checkImport } from './check-import.ts'
import { importList } from './import-list.ts'
import { inviteImported } from './invite-imported.ts'
import { listImportRows, readImportProblems } from './list-import-rows.ts'
import { readImportColumns } from './read-columns.ts'
import { repairImport } from './repair-import.ts'
import { runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

export function importRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.imports, importList)
  route(app, deps, contract.imports.endpoints.create, async (staff, { body }, reply) =>
    withVersion(reply.code(201), await checkImport(deps, staff, { body })),
  )
  route(app, deps, contract.readImportColumns, (staff, { body }) => readImportColumns(deps, staff, { body }))
  route(app, deps, contract.repairImport, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await repairImport(deps, staff, { ...target, ...body }).catch(withCurrent(contract.imports.record)))
  })
  route(app, deps, contract.listImportRows, (staff, input) => listImportRows(deps, staff, input))
  route(app, deps, contract.downloadImportProblems, async (staff, { params, query }, reply) => {
    const found = await readImportProblems(deps, staff, params.id)
    const named = { list: 'import-problems', filter: { import: params.id }, name: `import-${params.id}-problems` }
    return exportAnswer(deps, staff, reply.request, { ...named, ...query, ...found })
  })
  route(app, deps, contract.runImport, async (staff, { params, body }, reply) =>
    withVersion(reply, await runImport(deps, staff, { id: params.id, ...body })),
  )
  route(app, deps, contract.askForImport, async (staff, { params, body }, reply) =>
    withVersion(reply, await askForImport(deps, staff, { id: params.id, ...body })),
  )
  route(app, deps, contract.declineImport, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(
      reply,
      await declineImport(deps, staff, { ...target, ...body }).catch(withCurrent(contract.imports.record)),
    )
  })
  route(app, deps, contract.withdrawImport, async (staff, { params, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await withdrawImport(deps, staff, target).catch(withCurrent(contract.imports.record)))
  })
  route(app, deps, contract.undoImport, async (staff, { params, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await undoImport(deps, staff, target).catch(withCurrent(contract.imports.record)))
  })
  route(app, deps, contract.inviteImported, async (staff, { params, body }, reply) =>
    withVersion(reply, await inviteImported(deps, staff, { id: params.id, ...body })),
  )
}
