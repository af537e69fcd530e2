import type { StaffCertificate } from '#contract/learning/staff/certificates.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

/** Whether a certificate stands. */
export function CertificateState({ certificate }: { certificate: Pick<StaffCertificate, 'revoked_at'> }) {
  return certificate.revoked_at === null ? <Badge tone="good">Valid</Badge> : <Badge tone="bad">Revoked</Badge>
}
