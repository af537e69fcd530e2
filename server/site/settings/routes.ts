import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/site/staff/settings.ts'
import type { Deps } from '#server/deps.ts'
import { stale, StaleVersion } from '#server/platform/errors/errors.ts'
import { versionsOf } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { changeSettings } from './change-settings.ts'
import { readSettingsForStaff } from './read-settings-for-staff.ts'

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readSettingsForStaff, async (_staff, _input, reply) => {
    const record = await readSettingsForStaff(deps)
    reply.header('etag', `"${record.version}"`)
    return record
  })
  route(app, deps, contract.changeSettings, async (staff, { ifMatch, body }, reply) => {
    const asked = { versions: versionsOf(ifMatch), body }
    const record = await changeSettings(deps, staff, asked).catch((error: unknown) => {
      throw error instanceof StaleVersion ? stale(error.current) : error
    })
    reply.header('etag', `"${record.version}"`)
    return record
  })
}
