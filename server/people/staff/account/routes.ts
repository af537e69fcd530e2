import type { FastifyInstance } from 'fastify'
import * as account from '#contract/people/staff/account.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { addOwnPasskey, offerOwnPasskey } from './add-own-passkey.ts'
import { confirmOwnTotp, offerOwnTotp } from './change-own-totp.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'
import { readOwnAccount } from './read-own-account.ts'
import { removeOwnPasskey } from './remove-own-passkey.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'

export function ownAccountRoutes(app: FastifyInstance, deps: Deps): void {
  // Each change sends a mail.
  const factors = { staff: { name: 'staff-factors', calls: 60, minutes: 10 } }
  route(app, deps, account.readOwnAccount, (staff) => readOwnAccount(deps, staff))
  route(app, deps, account.passkeyRegistrationOptions, (staff) => offerOwnPasskey(deps, staff), factors)
  route(
    app,
    deps,
    account.addOwnPasskey,
    async (staff, input, reply) => {
      const added = await addOwnPasskey(deps, staff, input)
      reply.code(201)
      return added
    },
    factors,
  )
  route(app, deps, account.removeOwnPasskey, (staff, input) => removeOwnPasskey(deps, staff, input), factors)
  route(
    app,
    deps,
    account.changeOwnTotp,
    async (staff, { body }, reply) => {
      if (body.totp === undefined) return offerOwnTotp(deps, staff)
      const confirmed = await confirmOwnTotp(deps, staff, body.totp)
      reply.code(201)
      return confirmed
    },
    factors,
  )
  route(app, deps, account.renewRecoveryCodes, (staff) => renewRecoveryCodes(deps, staff), factors)
  route(app, deps, account.listOwnSessions, (staff) => listOwnSessions(deps, staff))
  route(app, deps, account.endOwnSession, (staff, input) => endOwnSession(deps, staff, input))
}
