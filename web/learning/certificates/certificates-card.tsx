import { useQuery } from '@tanstack/react-query'
import { Award, Download } from 'lucide-react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { formatPlainDay } from '#ui/format.ts'
import { pdfPath } from './links.ts'
import { ownCertificatesQuery } from './queries.ts'

/** The certificates of a student; nothing without one. A room says how to get it. */
export function CertificatesCard({ email }: { email: string }) {
  const { data } = useQuery(ownCertificatesQuery(email))
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="certificates" className="rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8">
      <h2 id="certificates" className="text-xl">
        Your certificates
      </h2>
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {data.map(({ code, number, course, issued_at }) => (
          <li key={code} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <span className="flex min-w-0 items-start gap-3">
              <Award aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
              <span className="min-w-0">
                <Link to={pathTo('verify', number)} className="font-semibold hover:text-accent hover:underline">
                  {course}
                </Link>
                <span className="figures block text-sm text-muted">Issued {formatPlainDay(issued_at)}</span>
              </span>
            </span>
            <a
              href={pdfPath(code)}
              download
              className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent hover:underline"
            >
              <Download aria-hidden="true" className="size-4" />
              PDF<span className="sr-only"> of the certificate of {course}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
