import { shownAddresses } from '#contract/shown-addresses.ts'
import { phoneOf } from './phone-of.ts'
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
          <ButtonLink variant="primary" to="/courses" size="lg">
            See all courses
          </ButtonLink>
          <ButtonLink to="/contact" size="lg">
            Contact us
          </ButtonLink>
        </div>
      </div>
    </noscript>
  )
}

function Advice({ what }: { what: Needing }) {
  const site = useRootData()?.site
  const phone = site ? phoneOf(site) : null
  return (
    <>
      {what === 'enrolling' ? 'Enrolling' : `This ${what}`} needs JavaScript. Please switch it on
      {site?.email ? (
        <>
          , or write to{' '}
          <a href={`mailto:${site.email}`} className="font-semibold underline">
            {shownAddresses(site.email)}
          </a>
        </>
      ) : null}
      {phone ? (
        <>
          {site?.email ? ' or call ' : ', or call '}
          <a href={phone.href} className="font-semibold whitespace-nowrap underline">
            {phone.shown}
          </a>
        </>
      ) : null}
      .
    </>
  )
}
