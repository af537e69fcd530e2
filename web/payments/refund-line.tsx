/** The refund rule in one line. It repeats the school's refund policy, which it links to. */
export function RefundLine({ className = '' }: { className?: string }) {
  return (
    <p className={`text-sm text-muted ${className}`}>
      Full refund if you cancel before the first class.{' '}
      <a href="/refund-policy" target="_blank" rel="noopener" className="underline hover:text-accent">
        Refund Policy
        <span className="sr-only">, opens in a new tab</span>
      </a>
    </p>
  )
}
