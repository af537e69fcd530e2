import { useQuery } from '@tanstack/react-query'
import { useSession } from '#web/lib/session.ts'
import { ownCertificateQuery } from './queries.ts'

/** How far the student's certificate of a batch is, in words. Empty while it is not known. */
export function useCertificateState(batchId: number): string {
  const { loading, user } = useSession()
  const { data } = useQuery({ ...ownCertificateQuery(user?.email, batchId), enabled: !loading && user !== null })
  if (!data) return ''
  if (data.certificate) return 'Earned'
  return data.meets ? 'On the way, rule met' : 'On the way'
}
