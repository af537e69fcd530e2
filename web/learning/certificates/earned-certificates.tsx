import { Award, Download } from 'lucide-react'
import type { EarnedCertificate } from '#contract/learning/certificates.ts'
import { pathTo } from '#contract/pages.ts'
import { buttonClass, ButtonLink } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { CopyLink } from './copy-link.tsx'
import { pdfPath } from './links.ts'

/** What a student has earned, to open, share and keep. Nothing without a certificate. */
export function EarnedCertificates({ certificates }: { certificates: readonly EarnedCertificate[] }) {
  if (certificates.length === 0) return null
  return (
    <section aria-labelledby="earned">
      <h2 id="earned" className="mb-4 text-xl">
        {certificates.length === 1 ? 'Your certificate' : 'Your certificates'}
      </h2>
      <ul className="space-y-4">
        {certificates.map(({ code, number, course, issued_at }) => (
          <li key={code} className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
            <div className="flex items-start gap-4 border-l-4 border-signal p-5 sm:p-6">
              <span
                aria-hidden="true"
                className="grid size-12 shrink-0 place-items-center rounded-full bg-signal-soft text-signal"
              >
                <Award className="size-6" />
              </span>
              <div className="min-w-0 flex-1">
                <h3 className="text-xl leading-tight tracking-tight">{course}</h3>
                <p className="figures mt-1 text-sm text-muted">
                  Issued {formatPlainDay(issued_at)} <span aria-hidden="true">·</span>{' '}
                  <span className="inline-block">{number}</span>
                </p>
                <div className="mt-4 flex flex-wrap gap-3">
                  <ButtonLink variant="primary" to={pathTo('verify', number)}>
                    Open<span className="sr-only"> the certificate of {course}</span>
                  </ButtonLink>
                  <CopyLink number={number} />
                  <a href={pdfPath(code)} download className={`${buttonClass('quiet')} max-sm:-ml-(--control-padding)`}>
                    <Download aria-hidden="true" className="size-4" />
                    PDF<span className="sr-only"> of the certificate of {course}</span>
                  </a>
                </div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
