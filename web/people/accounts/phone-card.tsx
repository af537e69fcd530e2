import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSession } from '#web/lib/session.ts'
import { readStored } from '#web/lib/storage.ts'
import { profileQuery } from './queries.ts'

const AskForPhone = lazyPart(() => import('./ask-for-phone.tsx'), <Skeleton className="h-64 rounded-md" />)

/** Asks for a missing phone number. Renders nothing until the profile is loaded. */
export function PhoneCard() {
  const { loading, user } = useSession()
  const isKnown = !loading && user !== null && readStored('accessToken') !== null
  const { data } = useQuery({ ...profileQuery(user?.email), enabled: isKnown })
  const student = data?.student
  if (!isKnown || !student || student.phone !== '') return null
  return <AskForPhone student={student} />
}
