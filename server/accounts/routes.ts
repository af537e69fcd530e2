import type { FastifyInstance } from 'fastify'
import { getProfile, login, logout, refreshToken, register as registerEndpoint, verifyOtp } from '#contract/accounts.ts'
import type { Deps } from '../deps.ts'
import { limitNetwork } from '../limits.ts'
import { route } from '../route.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { verifyCode } from './verify-code.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, login, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'login', calls: 30, minutes: 10 })
    return logIn(deps, input)
  })
  route(app, deps, registerEndpoint, async (input, reply) => {
    await limitNetwork(deps, input.ip, { name: 'register', calls: 20, minutes: 10 })
    const answer = await register(deps, input)
    reply.code(201)
    return answer
  })
  route(app, deps, verifyOtp, async (input) => {
    await limitNetwork(deps, input.ip, { name: 'verify', calls: 60, minutes: 10 })
    return verifyCode(deps, input)
  })
  route(app, deps, refreshToken, (input) => refreshSession(deps, input))
  route(app, deps, logout, (input) => logOut(deps, input))
  route(app, deps, getProfile, async ({ student }) => ({
    student: {
      user: { first_name: student.fullName, email: student.email, verified: student.verified },
      phone: student.phone ?? '',
    },
  }))
}
