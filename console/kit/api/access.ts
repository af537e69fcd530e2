import type { Permission } from '#contract/permissions.ts'
import type { Me } from '#contract/people/staff/sign-in.ts'
import { useSession } from './session.ts'

/** What the signed-in person may do. The server decides; the console only leaves out what it would refuse. */
export function useAccess(): { staff: Me; may: (permission: Permission) => boolean } {
  const { staff } = useSession()
  if (!staff) throw new Error('nobody is signed in')
  return { staff, may: (permission) => staff.permissions.includes(permission) }
}
