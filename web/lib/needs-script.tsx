import { useRootData } from './root-data.ts'
import { ButtonLink } from '#ui/button.tsx'

type Needing = 'form' | 'page' | 'enrolling'

/** A notice for browsers without JavaScript. CSS hides what needs it. */
export function NeedsScript({ what }: { what: Needing }) {
  if (what !== 'page') {
    return (
      <noscript>
        <p className="rounded-md border-l-4 border-edge bg-sunken px-4 py-3 text-ink">
          <Advice what={what} />
        </p>
      </noscript>
    )
  }
  return (
    <noscript>
      <div className="page section-gap text-center">
        <h1 className="text-3xl">JavaScript is switched off</h1>
        <p className="mx-auto mt-4 max-w-md text-muted">
          <Advice what={what} />
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to="/courses" size="lg">
            See all courses
          </ButtonLink>
          <ButtonLink to="/contact" variant="secondary" size="lg">
            Contact us
          </ButtonLink>
        </div>
      </div>
    </noscript>
  )
}

function Advice({ what }: { what: Needing }) {
  const site = useRootData()?.site
  return (
    <>
      {what === 'enrolling' ? 'Enrolling' : `This ${what}`} needs JavaScript. Please switch it on
      {site ? (
        <>
          , or write to{' '}
          <a href={`mailto:${site.email}`} className="font-semibold underline">
            {site.email}
          </a>{' '}
          or call{' '}
          <a href={`tel:${site.phone_e164}`} className="font-semibold whitespace-nowrap underline">
            {site.phone_display}
          </a>
        </>
      ) : null}
      .
    </>
  )
}
