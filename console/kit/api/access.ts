import { allowsAll, type Permission } from '#contract/permissions.ts'
import type { Me } from '#contract/people/staff/sign-in.ts'
import { useSession } from './session.ts'

interface Access {
  staff: Me
  may: (permission: Permission) => boolean
  /** The same, for the batches and classes of everybody and not for own ones alone. */
  mayAll: (permission: Permission) => boolean
}

/** What the signed-in person may do. The server decides; the console only leaves out what it would refuse. */
export function useAccess(): Access {
  const { staff } = useSession()
  if (!staff) throw new Error('nobody is signed in')
  return {
    staff,
    may: (permission) => staff.permissions.includes(permission),
    mayAll: (permission) => allowsAll(staff.roles, permission),
  }
}
