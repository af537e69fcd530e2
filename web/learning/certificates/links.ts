import { pathOf } from '#contract/client.ts'
import { readCertificatePdf } from '#contract/learning/certificates.ts'
import { pathTo } from '#contract/pages.ts'
import { formatIsoMonth } from '#ui/format.ts'

/** The address of the PDF, for everybody who has it. */
export const pdfPath = (code: string): string => `/api${pathOf(readCertificatePdf.path, { code })}`

interface Shared {
  number: string
  course: string
  school: string
  issued_at: string
}

/** The form of LinkedIn that adds a certificate to one's own profile, filled in. */
export function linkedInProfileLink(origin: string, { number, course, school, issued_at }: Shared): string {
  const [year = '', month] = formatIsoMonth(issued_at).split('-')
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: course,
    organizationName: school,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: origin + pathTo('verify', number),
    certId: number,
  })
  return `https://www.linkedin.com/profile/add?${query.toString()}`
}

/** LinkedIn's page that shares an address as a post. */
export const linkedInShareLink = (origin: string, number: string): string =>
  `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: origin + pathTo('verify', number) }).toString()}`
