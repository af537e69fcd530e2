import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/people/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { areCodesLate } from '#server/messaging/mail/are-codes-late.ts'
import { confirmChange } from './confirm-change.ts'
import { endAllSessions, endSession } from './end-session.ts'
import { eraseAccount } from './erase-account.ts'
import { exportData } from './export-data.ts'
import { listSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { readProfile } from './read-profile.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { requestChange } from './request-change.ts'
import { requestErasure } from './request-erasure.ts'
import { undoChange } from './undo-change.ts'
import { verifyCode } from './verify-code.ts'

/** Codes of all purposes share one limit. */
const guesses = { name: 'verify', address: 60, calls: 600, minutes: 10 }

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.logIn, (visitor, input) => logIn(deps, visitor, input), {
    network: { name: 'login', address: 30, calls: 300, minutes: 10 },
  })
  // A college may share one address, and each of its open forms for a code asks every ten seconds.
  const forms = { name: 'code-delay', address: 3000, calls: 30_000, minutes: 10 }
  route(app, deps, contract.readCodeDelay, async () => ({ late: await areCodesLate(deps) }), { network: forms })
  route(
    app,
    deps,
    contract.register,
    async (visitor, input, reply) => {
      const answer = await register(deps, visitor, input)
      reply.code(201)
      return answer
    },
    { network: { name: 'register', address: 20, calls: 200, minutes: 10 } },
  )
  route(app, deps, contract.verifyCode, (principal, input) => verifyCode(deps, principal, input), { network: guesses })
  // A college may share one address, and each of its open pages refreshes every ten minutes.
  const refreshes = { name: 'refresh', address: 3000, calls: 30_000, minutes: 10 }
  route(app, deps, contract.refreshSession, (visitor, input) => refreshSession(deps, visitor, input), { network: refreshes })
  route(app, deps, contract.logOut, (visitor, input) => logOut(deps, visitor, input), {
    network: { name: 'logout', address: 1200, calls: 12_000, minutes: 10 },
  })
  route(app, deps, contract.readProfile, (student) => readProfile(deps, student))
  route(app, deps, contract.requestChange, (student, input) => requestChange(deps, student, input), {
    network: { name: 'change', address: 30, calls: 300, minutes: 10 },
    // Each request may send a mail to another person's address.
    student: { name: 'change', calls: 20, minutes: 1440 },
  })
  route(app, deps, contract.confirmChange, (student, input) => confirmChange(deps, student, input), { network: guesses })
  route(app, deps, contract.undoChange, (visitor, input) => undoChange(deps, visitor, input), {
    network: { name: 'undo', address: 20, calls: 200, minutes: 10 },
  })
  route(app, deps, contract.listSessions, async (student) => ({ sessions: await listSessions(deps, student) }))
  route(app, deps, contract.endSession, (student, input) => endSession(deps, student, input))
  route(app, deps, contract.endAllSessions, (student) => endAllSessions(deps, student))
  route(app, deps, contract.exportData, (student) => exportData(deps, student), {
    student: { name: 'export', calls: 20, minutes: 60 },
  })
  route(app, deps, contract.requestErasure, (student, input) => requestErasure(deps, student, input), {
    network: { name: 'erase', address: 30, calls: 300, minutes: 10 },
  })
  route(app, deps, contract.eraseAccount, (student, input) => eraseAccount(deps, student, input), { network: guesses })
}
