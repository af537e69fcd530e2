import { Link } from 'react-router'
import { consentSentence } from '#contract/rules.ts'

/** The sentence above the button of every form that sends personal details; its version is stored with them. */
export function Consent() {
  const [before = '', after = ''] = consentSentence.split('Privacy Policy')
  return (
    <p className="text-xs text-muted">
      {before}
      <Link to="/privacy-policy" className="underline hover:text-accent">
        Privacy Policy
      </Link>
      {after}
    </p>
  )
}
