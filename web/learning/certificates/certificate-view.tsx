import { BadgeCheck, CircleX, Download, ExternalLink, Printer } from 'lucide-react'
import type { ValidCertificate } from '#contract/learning/certificates.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import type { CodePath } from './code-path.ts'
import { CopyLink } from './copy-link.tsx'
import { linkedInProfileLink, linkedInShareLink, pdfPath } from './links.ts'
import { ProjectOfHolder } from './project-of-holder.tsx'

/** What anybody with the address reads: who, what, when, and that it stands. */
export function CertificateView({
  certificate,
  origin,
  code,
}: {
  certificate: ValidCertificate
  origin: string
  code: CodePath
}) {
  const { built, number, project_url: project } = certificate
  return (
    <div className="page max-w-6xl py-8 lg:py-12 print:m-0 print:max-w-none print:p-0">
      <p className="mb-5 inline-flex items-center gap-2 rounded-full bg-good-soft px-3 py-1 text-sm font-semibold text-good print:hidden">
        <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
        This certificate is valid
      </p>
      <CertificateSheet certificate={certificate} origin={origin} code={code} />
      <div className="print:hidden">
        <div className="mt-6 flex flex-wrap gap-3">
          <a href={pdfPath(certificate.code)} download className={buttonClass('primary')}>
            <Download aria-hidden="true" className="size-4" />
            Download PDF
          </a>
          <Button data-needs-script="" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
          <CopyLink number={number} />
          <a href={linkedInShareLink(origin, number)} target="_blank" rel="noreferrer" className={buttonClass()}>
            Share on LinkedIn
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">opens a new tab</span>
          </a>
        </div>
        {project || built.length > 0 ? (
          <div className="mt-10 grid gap-8 border-t border-line pt-8 md:grid-cols-[2fr_1fr]">
            {built.length > 0 ? <Built titles={built} exercises={certificate.exercises} /> : null}
            {project ? <ProjectOfHolder url={project} holder={certificate.holder} /> : null}
          </div>
        ) : null}
        <p className="mt-8 text-sm text-muted">
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
      </div>
    </div>
  )
}

function Built({ titles, exercises }: { titles: readonly string[]; exercises: number }) {
  return (
    <section aria-labelledby="built">
      <h2 id="built" className="text-xl">
        What was built
      </h2>
      <p className="mt-1 text-sm text-muted">
        Instructors accepted {titles.length} of {exercises} exercises.
      </p>
      <ul className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {titles.map((title, index) => (
          // Two exercises may have one title.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="border-t border-line pt-2 wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Of any other certificate nothing else is said. */
export function NotValid() {
  return (
    <div className="page section-gap max-w-4xl py-10 text-center lg:py-16">
      <CircleX aria-hidden="true" className="mx-auto size-12 text-bad" />
      <h1 className="mt-5 text-3xl font-extrabold">This certificate is not valid</h1>
    </div>
  )
}
