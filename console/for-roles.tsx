import type { ReactNode } from 'react'
import { type Permission, rolesWith } from '#contract/permissions.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { peopleOf } from '#console/kit/parts/role-names.ts'
import { Empty } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'

interface Props {
  title: string
  permission: Permission
  children: ReactNode
}

/** A page for those whose role has it. Others read who has it, and nothing of the page is loaded. */
export function ForRoles({ title, permission, children }: Props) {
  return useAccess().may(permission) ? children : <OfOtherRoles title={title} permission={permission} />
}

function OfOtherRoles({ title, permission }: Omit<Props, 'children'>) {
  useTitle(title)
  return (
    <>
      <PageHead title={title} />
      <Empty text={`Your role does not include this page. It is for ${peopleOf(rolesWith(permission))}.`}>
        <ButtonLink to="/">Go to the first page</ButtonLink>
      </Empty>
    </>
  )
}
