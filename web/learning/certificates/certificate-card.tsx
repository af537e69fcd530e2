import { useQuery } from '@tanstack/react-query'
import { Award, Download, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnCertificate } from '#contract/learning/certificates.ts'
import { pathTo } from '#contract/pages.ts'
import { buttonClass, ButtonLink } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useRootData } from '#web/lib/root-data.ts'
import { useSession } from '#web/lib/session.ts'
import { BadgeButton } from './badge-button.tsx'
import { linkedInProfileLink, pdfPath } from './links.ts'
import { ProjectLink } from './project-link.tsx'
import { ownCertificateQuery } from './queries.ts'
import { nextWords, progressWords, ruleWords } from './rule-words.ts'

interface Props {
  batchId: number
  course: string
  /** What stands below. It comes once this card has its size, and is not moved. */
  children: ReactNode
}

/** The certificate of a batch when it is earned, and before that its rule and how far the student is. */
export function CertificateCard({ batchId, course, children }: Props) {
  const { loading, user } = useSession()
  const { data, error, isFetching, refetch } = useQuery({
    ...ownCertificateQuery(user?.email, batchId),
    enabled: !loading && user !== null,
  })
  return (
    <>
      <section aria-labelledby="certificate">
        <h2 id="certificate" className="text-xl">
          Your certificate
        </h2>
        <div className="mt-4 rounded-lg border border-line bg-surface p-6 shadow-card">
          {data?.certificate ? (
            <Earned batchId={batchId} certificate={data.certificate} course={course} />
          ) : data ? (
            <OnTheWay own={data} />
          ) : error ? (
            <LoadFailed title="Your certificate could not be read." isFetching={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Loading label="Loading your certificate" className="space-y-3">
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
            </Loading>
          )}
        </div>
      </section>
      {data || error ? children : null}
    </>
  )
}

interface EarnedProps {
  batchId: number
  certificate: NonNullable<OwnCertificate['certificate']>
  course: string
}

function Earned({ batchId, certificate, course }: EarnedProps) {
  const origin = useRootData()?.publicUrl ?? ''
  const { code, number, issued_at, holder } = certificate
  return (
    <>
      <p className="flex items-start gap-3">
        <Award aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent" />
        <span>
          <span className="block font-semibold">You have earned it</span>
          <span className="block text-sm wrap-anywhere text-muted">
            For {holder}, {formatPlainDay(issued_at)}
          </span>
        </span>
      </p>
      <div className="mt-5 grid gap-3">
        <a href={pdfPath(code)} download className={buttonClass('primary')}>
          <Download aria-hidden="true" className="size-4" />
          Download PDF
        </a>
        <ButtonLink to={pathTo('verify', number)}>See and share its page</ButtonLink>
      </div>
      <ul className="mt-4 divide-y divide-line border-t border-line text-sm">
        <li>
          <a
            href={linkedInProfileLink(origin, { ...certificate, course })}
            target="_blank"
            rel="noreferrer"
            className="flex min-h-11 items-center gap-2 font-semibold text-accent hover:underline"
          >
            <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
            Add to your LinkedIn profile
            <span className="sr-only">(opens a new tab)</span>
          </a>
        </li>
        <li>
          <BadgeButton code={code} />
        </li>
      </ul>
      <ProjectLink batchId={batchId} url={certificate.project_url} />
      <p className="mt-3 text-sm text-muted">
        Is your name wrong?{' '}
        <Link to="/contact" className="font-semibold text-accent hover:underline">
          Tell us
        </Link>
        , and we issue it again.
      </p>
    </>
  )
}

function OnTheWay({ own }: { own: OwnCertificate }) {
  const progress = progressWords(own)
  return (
    <div className="space-y-2 text-sm">
      <p className="text-base leading-snug font-semibold">{ruleWords(own)}</p>
      {progress ? <p className="figures">{progress}</p> : null}
      <p className="text-muted">{nextWords(own)}</p>
    </div>
  )
}
