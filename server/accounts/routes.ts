import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts.ts'
import type { Deps } from '../deps.ts'
import { limitNetwork, limitStudent } from '../limits.ts'
import { route } from '../route.ts'
import { confirmChange } from './confirm-change.ts'
import { endAllSessions, endSession } from './end-session.ts'
import { eraseAccount } from './erase-account.ts'
import { exportData } from './export-data.ts'
import { listSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { requestChange } from './request-change.ts'
import { requestErasure } from './request-erasure.ts'
import { undoChange } from './undo-change.ts'
import { verifyCode } from './verify-code.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.login, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'login', calls: 30, minutes: 10 })
    return logIn(deps, input)
  })
  route(app, deps, contract.register, async (input, reply) => {
    await limitNetwork(deps, input.ip, { name: 'register', calls: 20, minutes: 10 })
    const answer = await register(deps, input)
    reply.code(201)
    return answer
  })
  route(app, deps, contract.verifyOtp, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'verify', calls: 60, minutes: 10 })
    return verifyCode(deps, input)
  })
  route(app, deps, contract.refreshToken, (input) => refreshSession(deps, input))
  route(app, deps, contract.logout, (input) => logOut(deps, input))
  route(app, deps, contract.getProfile, async ({ student }) => ({
    student: {
      user: { first_name: student.fullName, email: student.email, verified: student.verified },
      phone: student.phone ?? '',
    },
  }))
  route(app, deps, contract.updateProfile, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'change', calls: 30, minutes: 10 })
    // Each may go to an address of somebody else's.
    await limitStudent(deps, input.student.id, { name: 'change', calls: 20, minutes: 1440 })
    return requestChange(deps, input.student, input)
  })
  route(app, deps, contract.verifyUpdate, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'verify', calls: 60, minutes: 10 })
    return confirmChange(deps, input.student, input)
  })
  route(app, deps, contract.undoChange, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'undo', calls: 20, minutes: 10 })
    return undoChange(deps, input)
  })
  route(app, deps, contract.listSessions, async ({ student }) => ({ sessions: await listSessions(deps, student) }))
  route(app, deps, contract.endSession, ({ student, params }) => endSession(deps, student, params.id))
  route(app, deps, contract.endAllSessions, ({ student }) => endAllSessions(deps, student))
  route(app, deps, contract.exportData, async ({ student }) => {
    await limitStudent(deps, student.id, { name: 'export', calls: 20, minutes: 60 })
    return exportData(deps, student)
  })
  route(app, deps, contract.requestErasure, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'erase', calls: 30, minutes: 10 })
    return requestErasure(deps, input.student, input)
  })
  route(app, deps, contract.eraseAccount, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'verify', calls: 60, minutes: 10 })
    return eraseAccount(deps, input.student, input)
  })
}
