import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as signIn from '#contract/people/staff/sign-in.ts'
import * as setup from '#contract/people/staff/setup-link.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { ownAccountRoutes } from '#server/people/staff/account/routes.ts'
import { acceptStaffInvitation } from './accept-staff-invitation.ts'
import { logInStaff } from './log-in-staff.ts'
import { logOutStaff } from './log-out-staff.ts'
import { memberRoutes } from './member-routes.ts'
import { offerStaffPasskey } from './offer-staff-passkey.ts'
import { readStaffInvitation } from './read-staff-invitation.ts'
import { writeRefreshCookie } from './refresh-cookie.ts'
import { refreshStaffSession } from './refresh-staff-session.ts'
import { claimSetupLink, readSetupLink } from './setup-link.ts'
import type { OpenedSession } from './staff-session.ts'
import { stepUpStaff } from './step-up-staff.ts'
import { verifyStaff } from './verify-staff.ts'

export async function staffRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  // Without a hook no other call parses cookies. Registering loads the functions that `refresh-cookie.ts` uses.
  await app.register(fastifyCookie, { hook: false })
  memberRoutes(app, deps)
  ownAccountRoutes(app, deps)
  const withCookie = <Session extends OpenedSession>(reply: FastifyReply, { refresh, ...answer }: Session) => {
    reply.header('set-cookie', writeRefreshCookie(deps, refresh))
    return answer
  }
  route(app, deps, signIn.staffLogin, (visitor, input) => logInStaff(deps, visitor, input), {
    network: { name: 'staff-login', address: 30, calls: 300, minutes: 10 },
  })
  route(app, deps, signIn.staffPasskeyOptions, (caller, input) => offerStaffPasskey(deps, caller, input), {
    network: { name: 'staff-passkey', address: 60, calls: 600, minutes: 10 },
  })
  route(
    app,
    deps,
    signIn.staffVerify,
    async (visitor, input, reply) => withCookie(reply, await verifyStaff(deps, visitor, input)),
    { network: { name: 'staff-verify', address: 60, calls: 600, minutes: 10 } },
  )
  route(
    app,
    deps,
    signIn.staffRefresh,
    async (visitor, input, reply) => withCookie(reply, await refreshStaffSession(deps, visitor, input)),
    { network: { name: 'staff-refresh', address: 600, calls: 6000, minutes: 10 } },
  )
  route(
    app,
    deps,
    signIn.staffLogout,
    async (visitor, input, reply) => {
      const answer = await logOutStaff(deps, visitor, input)
      reply.header('set-cookie', writeRefreshCookie(deps))
      return answer
    },
    { network: { name: 'staff-logout', address: 600, calls: 6000, minutes: 10 } },
  )
  route(app, deps, signIn.staffStepUp, (staff, input) => stepUpStaff(deps, staff, input), {
    staff: { name: 'staff-step-up', calls: 60, minutes: 10 },
  })
  const invitations = { name: 'staff-invitation', address: 60, calls: 600, minutes: 10 }
  route(app, deps, signIn.staffInvitation, (visitor, input) => readStaffInvitation(deps, visitor, input), {
    network: invitations,
  })
  route(app, deps, setup.readSetupLink, (visitor, input) => readSetupLink(deps, visitor, input), { network: invitations })
  route(
    app,
    deps,
    setup.claimSetupLink,
    async (visitor, input, reply) => {
      reply.code(201)
      return claimSetupLink(deps, visitor, input)
    },
    { network: invitations },
  )
  route(
    app,
    deps,
    signIn.staffAccept,
    async (visitor, input, reply) => withCookie(reply.code(201), await acceptStaffInvitation(deps, visitor, input)),
    { network: invitations },
  )
}
