import { Fragment } from 'react'
import { Link } from 'react-router'
import { accountConsentSentence, consentSentence } from '#contract/rules.ts'
import { useHasPage } from './root-data.ts'

const pages: Record<string, string> = { 'Privacy Policy': '/privacy-policy', 'Terms and Conditions': '/terms' }

/** The consent sentence of a form with personal details. The server stores its version with them. */
export function Consent({ to = 'enquiry' }: { to?: 'enquiry' | 'account' }) {
  const hasPage = useHasPage()
  const sentence = to === 'account' ? accountConsentSentence : consentSentence
  return (
    <p className="text-xs text-muted">
      {sentence.split(/(Privacy Policy|Terms and Conditions)/).map((part) => {
        const page = pages[part]
        return page && hasPage(page) ? (
          <Link key={part} to={page} className="underline hover:text-accent">
            {part}
          </Link>
        ) : (
          <Fragment key={part}>{part}</Fragment>
        )
      })}
    </p>
  )
}
