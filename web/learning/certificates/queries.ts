import { queryOptions } from '@tanstack/react-query'
import { listOwnCertificates, readOwnCertificate } from '#contract/learning/certificates.ts'
import { call } from '#web/lib/api.ts'

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const ownCertificateQuery = (email: string | undefined, batchId: number) =>
  queryOptions({
    queryKey: ['own-certificate', email ?? '', batchId],
    queryFn: () => call(readOwnCertificate, { params: { batch_id: batchId } }),
  })

/** @param email of the session, as above */
export const ownCertificatesQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['own-certificates', email ?? ''], queryFn: () => call(listOwnCertificates) })
