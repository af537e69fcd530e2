import { data, redirect } from 'react-router'
import { checkCertificate, readCertificateKey } from '#contract/learning/certificates.ts'
import { pathTo } from '#contract/pages.ts'
import { CertificateView, NotValid } from '#web/learning/certificates/certificate-view.tsx'
import { codePathOf } from '#web/learning/certificates/code-path.ts'
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
  const { call, settings } = context.get(serverContext)
  const key = readCertificateKey(params.code)
  if (key === undefined) throw data(null, { status: 404 })
  if (key !== params.code) throw redirect(pathTo('verify', key))
  const certificate = await readOne(call(checkCertificate, { params: { key } }))
  const origin = settings.publicUrl
  const code = certificate?.valid ? codePathOf(origin + pathTo('verify', certificate.number)) : null
  return data({ certificate, code }, cachingOf(certificate))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const certificate = loaderData?.certificate
  if (!certificate) return pageMeta(root, { title: 'Certificate', description: '' })
  if (!certificate.valid) return pageMeta(root, { title: 'Certificate not valid', description: '' })
  const { code, number, holder, course, school } = certificate
  return pageMeta(root, {
    title: `Certificate of ${holder}: ${course}`,
    description: `${holder} has completed the course ${course} of ${school}. This page says whether the certificate stands.`,
    path: pathTo('verify', number),
    card: `/media/card/certificate/${code}.jpg`,
    unlisted: true,
  })
}

export default function VerifyPage({ loaderData }: Route.ComponentProps) {
  const origin = useRootData()?.publicUrl ?? ''
  const { certificate, code } = loaderData
  if (!certificate) return <NoCertificate notFound={false} />
  return certificate.valid && code ? <CertificateView certificate={certificate} origin={origin} code={code} /> : <NotValid />
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
