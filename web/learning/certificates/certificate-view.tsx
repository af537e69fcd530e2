import { BadgeCheck, CircleX, Download, ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import type { CheckedCertificate, ValidCertificate } from '#contract/learning/certificates.ts'
import { pathTo } from '#contract/pages.ts'
import { buttonClass } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { CopyLink } from './copy-link.tsx'
import { hoursText } from './hours-text.ts'
import { linkedInProfileLink, linkedInShareLink, pdfPath } from './links.ts'

/** What anybody with the address reads: who, what, when, and that it stands. Of any other, only that it is not valid. */
export function CertificateView({ certificate, origin }: { certificate: CheckedCertificate; origin: string }) {
  return (
    <div className="page max-w-4xl py-10 lg:py-16">
      {certificate.valid ? <Valid certificate={certificate} origin={origin} /> : <NotValid />}
    </div>
  )
}

function Valid({ certificate, origin }: { certificate: ValidCertificate; origin: string }) {
  const { code, holder, course, course_id: courseId, school } = certificate
  const facts = [
    ['Live classes', `${certificate.classes}, ${hoursText(certificate.minutes)}`],
    ['Held', `${formatPlainDay(certificate.first_day)} to ${formatPlainDay(certificate.last_day)}`],
    ['Issued', `${formatPlainDay(certificate.issued_at)}, by ${school}`],
  ] as const
  return (
    <>
      <article className="overflow-hidden rounded-lg border border-line border-t-accent bg-surface shadow-card [border-top-width:6px]">
        <div className="p-6 sm:p-10 lg:p-12">
          <p className="inline-flex items-center gap-2 rounded-full bg-good-soft px-3 py-1 text-sm font-semibold text-good">
            <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
            This certificate is valid
          </p>
          <p className="mt-8 text-muted">{school} certifies that</p>
          <h1 className="mt-1 text-4xl font-extrabold wrap-anywhere">{holder}</h1>
          <p className="mt-6 text-muted">has completed the course</p>
          <p className="mt-1 text-2xl font-bold text-balance wrap-anywhere">
            <Link to={pathTo('course', courseId)} className="text-accent hover:underline">
              {course}
            </Link>
          </p>
          <dl className="mt-10 grid gap-x-10 gap-y-4 border-t border-line pt-6 sm:grid-cols-3">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="figures mt-0.5 font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6 text-sm text-muted">
            Number <span className="figures font-medium break-all text-ink">{code}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-3 border-t border-line bg-sunken px-6 py-5 sm:px-10 lg:px-12">
          <a href={pdfPath(code)} download className={buttonClass('primary')}>
            <Download aria-hidden="true" className="size-4" />
            Download PDF
          </a>
          <CopyLink code={code} />
          <a href={linkedInShareLink(origin, code)} target="_blank" rel="noreferrer" className={buttonClass()}>
            Share on LinkedIn
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">opens a new tab</span>
          </a>
        </div>
      </article>
      <p className="mt-6 text-sm text-muted">
        Is this certificate yours?{' '}
        <a
          href={linkedInProfileLink(origin, certificate)}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-accent hover:underline"
        >
          Add it to your LinkedIn profile
          <span className="sr-only"> (opens a new tab)</span>
        </a>
        . Its open badge is in your room.
      </p>
    </>
  )
}

function NotValid() {
  return (
    <div className="section-gap text-center">
      <CircleX aria-hidden="true" className="mx-auto size-12 text-bad" />
      <h1 className="mt-5 text-3xl font-extrabold">This certificate is not valid</h1>
    </div>
  )
}
