import { useRootData } from '../lib/root-data.ts'

/** Said only where JavaScript is off; the form itself is hidden then, since nothing would read what it sends. */
export function NeedsScript({ what }: { what: 'form' | 'page' }) {
  const site = useRootData()?.site
  return (
    <noscript>
      <div className={what === 'page' ? 'page py-16' : ''}>
        <p className="rounded-md border-l-4 border-edge bg-sunken px-4 py-3 text-ink">
          This {what} needs JavaScript. Please switch it on
          {site ? (
            <>
              , or write to{' '}
              <a href={`mailto:${site.email}`} className="font-semibold underline">
                {site.email}
              </a>{' '}
              or call{' '}
              <a href={`tel:${site.phone_e164}`} className="font-semibold underline">
                {site.phone_display}
              </a>
            </>
          ) : null}
          .
        </p>
      </div>
    </noscript>
  )
}
