import { data } from 'react-router'
import { checkCertificate, certificateCodePattern } from '#contract/learning/certificates.ts'
import { pathTo } from '#contract/pages.ts'
import { CertificateView } from '#web/learning/certificates/certificate-view.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { useRootData } from '#web/lib/root-data.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ContentError, useIsNotFound } from '#ui/content-error.tsx'
import type { Route } from './+types/verify'
import { readOne } from './read-one.ts'

export const headers = cachedWhenRead

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const { code } = params
  if (!certificateCodePattern.test(code)) throw data(null, { status: 404 })
  const certificate = await readOne(call(checkCertificate, { params: { code } }))
  return data({ certificate }, cachingOf(certificate))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const certificate = loaderData?.certificate
  if (!certificate) return pageMeta(root, { title: 'Certificate', description: '' })
  if (!certificate.valid) return pageMeta(root, { title: 'Certificate not valid', description: '' })
  const { code, holder, course, school } = certificate
  return pageMeta(root, {
    title: `Certificate of ${holder}: ${course}`,
    description: `${holder} has completed the course ${course} of ${school}. This page says whether the certificate stands.`,
    path: pathTo('verify', code),
    card: `/media/card/certificate/${code}.jpg`,
    unlisted: true,
  })
}

export default function VerifyPage({ loaderData }: Route.ComponentProps) {
  const origin = useRootData()?.publicUrl ?? ''
  const { certificate } = loaderData
  if (!certificate) return <NoCertificate notFound={false} />
  return <CertificateView certificate={certificate} origin={origin} />
}

export function ErrorBoundary() {
  return <NoCertificate notFound={useIsNotFound()} />
}

function NoCertificate({ notFound }: { notFound: boolean }) {
  return (
    <ContentError
      notFound={notFound}
      missing="No certificate has this number"
      failed="The certificate could not be checked"
      text="Please compare the address with the one on the certificate. A code that you scan is the safest way."
    >
      <ButtonLink to="/contact" size="lg">
        Ask the school
      </ButtonLink>
    </ContentError>
  )
}
