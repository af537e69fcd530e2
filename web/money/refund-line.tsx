import { useHasPage, useRootData } from '#web/lib/root-data.ts'

/** The school's refund rule in one line, with its policy. */
export function RefundLine({ className = '' }: { className?: string }) {
  const hasPage = useHasPage()
  return (
    <p className={`text-sm text-muted ${className}`}>
      {useRootData()?.site.refund_line}{' '}
      {hasPage('/refund-policy') ? (
        <a href="/refund-policy" target="_blank" rel="noopener" className="underline hover:text-accent">
          Refund Policy
          <span className="sr-only">, opens in a new tab</span>
        </a>
      ) : null}
    </p>
  )
}
